/** What the bank paid, and a payer paid, after the moment to which the database was restored. */
import { naira } from '@jara/contract/money.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { control } from '../../../test/buying.ts';
import { createSquadPayouts } from '../../outside/banks/squad-payouts.ts';
import { json, useScriptedServer } from '../../outside/testing/scripted-server.ts';
import { createFakeBank } from '../withdrawals/testing/fake-bank.ts';
import { askAfterRestore } from './ask-after-restore.ts';
import { closeShopByCommand } from './commands.ts';
import { comparePayouts } from './read-lists.ts';
import { findRecovery, listAsked, listDeliveries } from './opening.ts';

const app = useTestApp({ env: { PURCHASE_WAIT_MS: '0' }, timings: { reversalMs: 300, webhookRetryMs: 100 } });
const server = await useScriptedServer();
const { withdrawTo, holds, stateOf, waitForState } = createFakeBank(app);

afterEach(async () => {
  await app.owner.run(
    `update recoveries set opened_at = now(), reason = 'the next test' where opened_at is null`,
  );
  await app.context.shop.look();
});

const close = (since = 'clock_timestamp()') =>
  app.owner.commit(async (db) => {
    const { at } = await db.get<{ at: Date }>(`select ${since} as at`);
    await closeShopByCommand(db, at, () => {});
  });
const recoveryId = async () => (await findRecovery(app.context.pool))?.id ?? 0n;
const found = async () =>
  listDeliveries(app.context.pool, await recoveryId(), { limit: 100, offset: 0 }).then((items) =>
    items.filter(({ provider }) => provider === 'squad'),
  );
const asked = async (reference: string) =>
  (await listAsked(app.context.pool, await recoveryId())).find((item) => item.reference === reference);

async function toSquad(path: string, body: unknown): Promise<{ data: Record<string, string> }> {
  const response = await fetch(`${app.sandbox.url}/squad${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sandbox_sk_jara' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { data: Record<string, string> }; // as the simulator writes it
}

/** As this program did in the time that is lost. */
async function payLost(reference: string, accountNumber = '0123455555'): Promise<void> {
  const account = { bank_code: '000013', account_number: accountNumber };
  const { data: holder } = await toSquad('/payout/account/lookup', account);
  await toSquad('/payout/transfer', {
    ...account,
    account_name: holder['account_name'],
    transaction_reference: `SBJARA0001_${reference}`,
    amount: '45000',
    currency_id: 'NGN',
    remark: 'Withdrawal',
  });
}

async function paid() {
  const ada = await app.make.user({ wallet: naira(500) });
  const id = (await withdrawTo(ada, '1234', 500)).reply.receipt._id;
  await waitForState(id, 'delivered');
  return { ada, id };
}

describe('payouts of the bank', () => {
  it('that the books do not have are listed with account and amount, and those that they have are not', async () => {
    await paid();
    await close();
    await payLost('JR261122LOSTPAYOUT');
    await payLost('JR261122OPENPAYOUT', '0123450009');
    await payLost('JR261122REFUSEDPAY', '0123450001');
    for (let round = 0; round < 2; round += 1) await askAfterRestore(app.context);
    expect(await found()).toMatchObject([
      {
        reference: 'JR261122LOSTPAYOUT',
        recipient: expect.stringMatching(/^0123455555 [A-Z ]+$/) as string,
        amountKobo: 45_000n,
        words: 'payout: success',
        decidedAt: null,
      },
      { reference: 'JR261122OPENPAYOUT', words: 'payout: pending' },
    ]);
    expect(await asked('payouts')).toMatchObject({ kind: 'question', reason: 'asked by the program' });
  });

  it('are read beyond one page, and no further than the first that are older than the moment', async () => {
    await paid();
    // What was paid long before the moment; the last one that the books have as paid is among the newest.
    await app.owner.run(`update withdrawals set sent_at = sent_at - interval '9 days'`);
    await paid();
    await close();
    for (let number = 0; number < 60; number += 1)
      await payLost(`JR261122MANY${String(number).padStart(6, '0')}`);
    await askAfterRestore(app.context);
    expect((await found()).filter(({ reference }) => reference.includes('MANY'))).toHaveLength(60);
  });

  it('are read to the end of a list that is not the newest first', async () => {
    const { pool } = app.context;
    const [old, newest] = [await paid(), await paid()];
    await app.owner.run(
      `update withdrawals set sent_at = sent_at - interval '9 days' where transaction_id <> $1`,
      [newest.id],
    );
    const referenceOf = async ({ id }: { id: string }) =>
      (
        await pool.get<{ reference: string }>('select reference from withdrawals where transaction_id = $1', [
          id,
        ])
      ).reference;
    const pages = [[await referenceOf(old)], ['JR261122LOSTPAYOUT'], [await referenceOf(newest)], []];
    server.onRequest = ({ path }) => ({
      bytes: json(200, {
        data: (pages[Number(/page=(\d+)/.exec(path)?.[1]) - 1] ?? []).map((reference) => ({
          transaction_reference: `SBJARA0001_${reference}`,
          transaction_status: 'success',
        })),
      }),
    });
    const bank = createSquadPayouts({ baseUrl: server.url, secretKey: 'sk', merchantId: 'SBJARA0001' });
    const { name, listPayouts } = bank;
    if (listPayouts === undefined) throw new Error('it has no list');
    const compared = await comparePayouts(pool, { name, listPayouts }, new Date(Date.now() + 3_600_000));
    await bank.close();
    expect(compared).toMatchObject({ outcome: 'told', unknown: [{ reference: 'JR261122LOSTPAYOUT' }] });
  });

  it('that the books tell otherwise are asked about one by one, and booked by what the bank says then', async () => {
    const [one, other] = [await paid(), await paid()];
    // As if the books had been restored to a moment before the bank's last word of it.
    const ada = await app.make.user({ wallet: naira(500) });
    const back = (await withdrawTo(ada, '0011', 500)).reply.receipt._id;
    await waitForState(back, 'delivered');
    await expect
      .poll(() => app.sandbox.journal().payouts.some(({ reversedAt }) => reversedAt !== undefined))
      .toBe(true);
    await close();
    await askAfterRestore(app.context);
    expect([await stateOf(back), await holds(ada)]).toEqual(['reversed', 50_000n]);
    for (const { id, ada: owner } of [one, other])
      expect([await stateOf(id), await holds(owner)]).toEqual(['delivered', 0n]);
    app.takeErrors();
  });

  it.each(['fails', 'busy'])('wait while the list %s, and are asked for again', async (lists) => {
    await close();
    const reference = `JR261122${lists.toUpperCase().padEnd(10, 'X')}`;
    await payLost(reference);
    await control(app, 'faces/squad', { lists });
    await askAfterRestore(app.context);
    expect(await asked('payouts')).toMatchObject({
      decidedAt: null,
      words: expect.stringMatching(/answered (?:500|429)/) as string,
    });
    await app.owner.run(
      `update recovery_items set noted_at = now() - interval '2 minutes' where kind = 'question'`,
    );
    await askAfterRestore(app.context);
    await control(app, 'faces/squad', { lists: 'none' });
    expect(await asked('payouts')).toMatchObject({ reason: 'asked by the program' });
    expect((await found()).map((item) => item.reference)).toContain(reference);
  });

  it('are for staff to compare when the bank gives no list for half an hour', async () => {
    await close();
    await control(app, 'faces/squad', { down: true });
    await askAfterRestore(app.context);
    expect(await asked('payouts')).toMatchObject({ kind: 'question', words: 'connection' });
    await app.owner.run(
      `update recoveries set entered_at = now() - interval '31 minutes' where opened_at is null`,
    );
    await app.owner.run(`update recovery_items set noted_at = now() - interval '2 minutes'`);
    for (let round = 0; round < 2; round += 1) await askAfterRestore(app.context);
    await control(app, 'faces/squad', { down: false });
    const all = await listAsked(app.context.pool, await recoveryId());
    expect(all.filter(({ reference }) => reference === 'payouts')).toMatchObject([
      { kind: 'statement', decidedAt: null, words: 'connection' },
    ]);
  });
});

describe('a card payment', () => {
  it('whose hook comes, and which the books do not have, is asked about and listed', async () => {
    await close();
    const reference = 'JR261122LOSTCARD01';
    await toSquad('/transaction/initiate', {
      email: 'ada@people.example',
      amount: 70_000,
      currency: 'NGN',
      initiate_type: 'inline',
      transaction_ref: reference,
    });
    await fetch(`${app.sandbox.url}/control/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reference }),
    });
    const pool = app.context.pool;
    await expect
      .poll(() => pool.rows('select id from hook_events where reference = $1', [reference]))
      .toHaveLength(1);
    for (let round = 0; round < 2; round += 1) await askAfterRestore(app.context);
    expect((await found()).filter((item) => item.reference === reference)).toMatchObject([
      { amountKobo: 70_000n, words: 'card payment: paid NGN' },
    ]);
    // Others may be lost without a hook: the statement stays for staff.
    expect(await asked('card payments')).toMatchObject({ kind: 'statement', decidedAt: null });
  });
});
