/** What the database lets through while the shop is closed after a restore to the past, whatever the program believes. */
import { kobo } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { letPostingsStandAlone } from '../../test/books.ts';
import { useTestPool } from '../../test/pool.ts';
import { brokenConstraint } from '../platform/db.ts';
import { houseAccount, type PostingCode } from './chart.ts';
import { post } from './post.ts';
import { postingTable } from './posting-table.ts';

const db = useTestPool();
beforeAll(async () => {
  await letPostingsStandAlone(db.owner);
  await db.owner.run('insert into recoveries (restored_to) values (now())');
});

/** By these money is spent, or paid out, or made ready to be. */
const spending: readonly string[] = [
  'withdraw.open',
  'transfer',
  'coupon.issue',
  'coupon.redeem',
  'coupon.void',
  'upgrade.fee',
  'earning.withdraw',
];
/** They have functions of their own. */
const ofPurchases = /^purchase\.(?!refund$)/;
const codes = Object.keys(postingTable).filter((code) => !ofPurchases.test(code));

const postNow = (code: string) =>
  db.pool.commit(async (commit) => {
    const legs = [
      { accountId: await houseAccount(commit, 'suspense'), amountKobo: kobo(-100n) },
      { accountId: await houseAccount(commit, 'issuance'), amountKobo: kobo(100n) },
    ];
    return post(commit, { code: code as PostingCode, reference: `closed ${code}`, legs });
  });

describe('while the shop is closed after a restore', () => {
  it.each(codes.filter((code) => spending.includes(code)))('nothing is posted as %s', async (code) => {
    const error: unknown = await postNow(code).catch((thrown: unknown) => thrown);
    expect(brokenConstraint(error)).toBe('shop_is_open');
  });

  it.each(codes.filter((code) => !spending.includes(code)))('%s is posted as ever', async (code) => {
    expect(await postNow(code)).toMatchObject({ outcome: 'posted' });
  });

  it('all that spends is known here', () => {
    expect(spending.filter((code) => !codes.includes(code))).toEqual([]);
  });
});
