/** What stands between a debit and the books, whatever the program checks. */
import { naira, negate, type Kobo } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { houseAccount } from '../../ledger/chart.ts';
import { post } from '../../ledger/post.ts';
import { brokenConstraint } from '../../platform/db.ts';
import { nextTransactionId } from '../transactions/record-transaction.ts';
import { byTwo, heldBy } from './testing/by-two.ts';

const app = useTestApp({ env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000000' } });
const { admin, topUp, ask, confirm } = byTwo(app);

describe('the database refuses', () => {
  const forge = async (more: (source: bigint, ada: TestUser, boss: TestUser) => string) => {
    const [boss, ada] = [await admin(), await app.make.user()];
    const source = BigInt(await topUp(ada, 500));
    return app.context.pool.run(more(source, ada, boss)).catch(brokenConstraint);
  };
  const insert = (source: bigint, user: bigint, actor: bigint, sums: string, kind = 'clawback') =>
    `insert into debits (id, kind, source_id, user_id, paid_kobo, taken_kobo, lost_kobo, fee_kobo, actor_id, reason)
     values (nextval('transactions_id_seq'), '${kind}', ${source}, ${user}, ${sums}, ${actor}, 'x')`;

  it.each([
    ['nobody_debits_themselves', '100, 100, 0, 0', 'clawback', 'ada'],
    ['debits_add_up', '100, 90, 0, 0', 'chargeback', 'boss'],
    ['clawbacks_come_from_the_wallet', '100, 50, 50, 0', 'clawback', 'boss'],
  ] as const)('a debit that breaks %s', async (constraint, sums, kind, by) => {
    const broken = await forge((source, ada, boss) =>
      insert(source, ada.userId, by === 'ada' ? ada.userId : boss.userId, sums, kind),
    );
    expect(broken).toBe(constraint);
  });

  it('a posting without its debit, one of the own wallet, and one below zero', async () => {
    const [boss, other] = [await admin({ wallet: naira(100) }), await admin({ wallet: naira(100) })];
    const take = (whose: TestUser, amountKobo: Kobo, more: (id: bigint) => string = () => 'select') =>
      app.context.pool.commit(async (db) => {
        const id = await nextTransactionId(db);
        await db.run(more(id));
        return post(db, {
          code: 'debit.clawback',
          reference: String(id),
          actorId: boss.userId,
          reason: 'x',
          legs: [
            { accountId: whose.walletAccountId, amountKobo: negate(amountKobo) },
            { accountId: await houseAccount(db, 'issuance'), amountKobo },
          ],
        });
      });
    expect(await take(other, naira(1)).catch(brokenConstraint)).toBe('postings_follow_from_rows');
    expect(await take(other, naira(101))).toEqual({ outcome: 'insufficient_balance' });
    const source = BigInt(await topUp(boss, 500));
    const byOther = (id: bigint) =>
      insert(source, boss.userId, other.userId, '100, 100, 0, 0').replace(
        `nextval('transactions_id_seq')`,
        String(id),
      );
    expect(await take(boss, naira(1), byOther).catch(brokenConstraint)).toBe('staff_postings_are_for_others');
  });

  it('a change of a debit', async () => {
    const id = await topUp(await app.make.user(), 500);
    expect((await confirm(await admin(), heldBy(await ask(await admin(), id)))).status).toBe(200);
    for (const sql of [`update debits set reason = 'y'`, 'delete from debits', 'truncate debits'])
      await expect(app.context.pool.run(sql)).rejects.toThrow('permission denied');
    for (const sql of [`update debits set reason = 'y'`, 'delete from debits', 'truncate debits'])
      await expect(app.owner.run(sql)).rejects.toThrow('append-only');
  });
});
