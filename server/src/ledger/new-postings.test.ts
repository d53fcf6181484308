import { describe, expect, it } from 'vitest';
import { forge, houseNamed, keyed, openRichBooks } from '../../test/rich-app.ts';
import { brokenAfter } from '../../test/spoil.ts';
import { postingCodes } from './chart.ts';
import { createBooksAudit } from './books-audit.ts';
import { auditNewPostings, auditNext } from './new-postings.ts';
import { silent } from '../../test/pool.ts';

const books = openRichBooks();

/** As if all of it had been posted some time ago. */
const OLDER = `update postings set posted_at = posted_at - interval '2 minutes'`;
const brokenBy = (...statements: string[]) =>
  brokenAfter(books.owner, [...statements, OLDER], async (db) => (await auditNext(db)).broken);

const SUM = 'R1 Every new posting';
const VERSION = 'R5 Every new entry';
const ROW = 'R21 Every new posting';

const deliveryOf = `(select id from postings where code = 'purchase.deliver' and reference = ${keyed('airtime-delivered')}::text)`;
const issuance = houseNamed('issuance');

describe('new postings', () => {
  it('are left alone for a minute, since another may still come before them', async () => {
    expect(await auditNewPostings(books.pool)).toEqual({ count: 0, broken: [] });
  });

  it('hold, and are audited once', async () => {
    const { count } = await books.owner.get<{ count: bigint }>('select count(*) from postings');
    const counts: number[] = [];
    const broken = await brokenAfter(books.owner, [OLDER], async (db) => {
      const audited = [await auditNext(db), await auditNext(db)];
      counts.push(...audited.map((one) => one.count));
      return audited.flatMap((one) => one.broken);
    });
    expect([counts, broken]).toEqual([[Number(count), 0], []]);
  });

  it('hold also where one was posted a moment later than one with a higher id, and is the only one of its code', async () => {
    const ids = await books.owner.rows<{ code: string }>(
      'select code from postings group by code having count(*) = 1 and max(id) < (select max(id) from postings)',
    );
    expect(ids.map(({ code }) => code)).toContain('coupon.redeem');
    for (const { code } of ids) {
      const broken = await brokenAfter(
        books.owner,
        [OLDER, `update postings set posted_at = now() where code = '${code}'`],
        async (db) => (await auditNext(db)).broken,
      );
      expect([code, broken]).toEqual([code, []]);
    }
  });

  it.each([
    [
      'a top-up without a transaction',
      ROW,
      forge({ code: 'issue.test_top_up', reference: '999999', from: issuance, user: 'ngozi', kobo: 5000 }),
    ],
    [
      'a code that nobody knows',
      ROW,
      forge({ code: 'gift', reference: '1', from: issuance, user: 'ngozi', kobo: 5000 }),
    ],
    [
      'money by card without a payment',
      ROW,
      forge({ code: 'funding.card', reference: 'squad:X', from: issuance, user: 'ngozi', kobo: 5000 }),
    ],
    ['a posting without entries', SUM, [`insert into postings (code, reference) values ('issue.demo', 'x')`]],
    [
      'another supplier',
      ROW,
      [
        `update entries set account_id = ${houseNamed('supplier', 'ALARO')} where posting_id = ${deliveryOf} and account_id = ${houseNamed('supplier', 'GLAD')}`,
      ],
    ],
    [
      'an entry of less',
      SUM,
      [`update entries set amount = amount - 1 where posting_id = ${deliveryOf} and leg = 2`],
    ],
    [
      'a balance that does not begin where the last one ended',
      VERSION,
      [
        `update entries set balance_before = balance_before + 1, balance_after = balance_after + 1 where version = 2`,
      ],
    ],
  ])('may not be %s', async (_what, rule, statements) => {
    expect((await brokenBy(...statements)).filter((found) => found.startsWith(rule))).toHaveLength(1);
  });

  it.each(Object.keys(postingCodes))('of %s move what their row says', async (code) => {
    const one = `(select min(id) from postings where code = '${code}')`;
    const broken = await brokenBy(
      'alter table entries drop constraint entries_add_up',
      `update entries set amount = amount + case leg when (select min(leg) from entries where posting_id = ${one}) then 1 else -1 end
       where posting_id = ${one} and leg in (
         (select min(leg) from entries where posting_id = ${one}), (select max(leg) from entries where posting_id = ${one}))`,
    );
    // What opening money there was, only its posting tells.
    expect(broken.some((found) => found.startsWith(code === 'issue.demo' ? VERSION : ROW))).toBe(true);
  });
});

describe('the audit of a running server', () => {
  it('audits the whole once, whoever asks, and says what came of it', async () => {
    const quiet = () => Promise.resolve();
    const audits = [1, 2].map(() => createBooksAudit(books.pool, silent, quiet));
    const auditedAt = async () => (await audits[0]?.last())?.auditedAt;
    expect(await auditedAt()).toBeUndefined();
    await Promise.all(audits.map((one) => one.renewWhenDue()));
    const first = await auditedAt();
    expect(await audits[1]?.last()).toEqual({ auditedAt: first, brokenRules: 0 });
    await audits[1]?.renewWhenDue();
    expect(await auditedAt()).toEqual(first);
    await books.owner.run(`update books_audits set audited_at = audited_at - interval '31 hours'`);
    await audits[1]?.renewWhenDue();
    expect((await auditedAt())?.getTime()).toBeGreaterThan(first?.getTime() ?? Infinity);
  });
});
