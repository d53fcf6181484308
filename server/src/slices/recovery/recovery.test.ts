import { naira } from '@jara/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import {
  arriveLate,
  askNow,
  balanceOf,
  control,
  endsAs,
  numberOf,
  purchaseOf,
  shortWaits,
} from '../../../test/buying.ts';
import { openPool, type Pool } from '../../platform/db.ts';
import { silent } from '../../../test/pool.ts';
import { askAfterRestore } from './ask-after-restore.ts';
import { closeShopByCommand, decideItemByCommand, openShopByCommand, showRecovery } from './commands.ts';
import { findRecovery, listAsked, listDeliveries, type ItemRow } from './opening.ts';

const app = useTestApp({ env: { ...shortWaits, PURCHASE_WAIT_MS: '0' } });
let owner: Pool;
let said: string[];
const say = (text: string): void => void said.push(text);

beforeAll(() => {
  owner = openPool({ url: app.databaseUrl, size: 2, role: null, log: silent });
});
afterAll(() => owner.close());
beforeEach(() => {
  said = [];
});

const close = (restoredTo: Date) => owner.commit((db) => closeShopByCommand(db, restoredTo, say));
const open = () => owner.commit((db) => openShopByCommand(db, 'all statements compared', say));
const items = async (): Promise<ItemRow[]> => {
  const { pool } = app.context;
  const id = (await findRecovery(pool))?.id ?? 0n;
  return [...(await listAsked(pool, id)), ...(await listDeliveries(pool, id, { limit: 100, offset: 0 }))];
};
const databaseTime = async (): Promise<Date> =>
  (await owner.get<{ at: Date }>('select clock_timestamp() as at')).at;

async function openAgain(): Promise<void> {
  await askAfterRestore(app.context);
  for (const { id } of (await items()).filter(
    ({ kind, decidedAt }) => kind === 'statement' && decidedAt === null,
  ))
    expect(await owner.commit((db) => decideItemByCommand(db, id, 'compared', say))).toBeUndefined();
  expect(await open()).toBeUndefined();
  await app.context.shop.look();
}

const airtime = (recipient: string) => ({ network: 1, amount: 500, mobile_number: recipient });

describe('after a restore to the past', () => {
  it('nothing is sold or sent, in words, and all else goes on', async () => {
    const ada = await app.make.user({ wallet: naira(5_000) });
    const chidi = await app.make.user();
    await close(await databaseTime());
    const spend = async () => [
      await app.as(ada).call('buyAirtime', airtime(numberOf('MTN', '5555'))),
      await app.as(ada).call('transferFund', { userName: chidi.userName, amount: 100 }),
    ];
    // This process has not looked yet: the database refuses.
    for (const { status, refusal, headers } of await spend())
      expect([status, refusal.code, headers.get('retry-after')]).toEqual([503, 'shop_closed', '60']);
    await app.context.shop.look();
    for (const { status, refusal } of await spend()) {
      expect([status, refusal.code]).toEqual([503, 'shop_closed']);
      expect(refusal.msg).toContain('your money is safe');
    }
    expect(await balanceOf(app, ada)).toBe(naira(5_000));
    expect((await app.as(ada).call('testTopUp', { amount: 100 })).status).toBe(200);
    expect((await app.as(ada).call('listTransactions')).status).toBe(200);
    await openAgain();
    // Delivered at once, or on its way.
    const sold = await app.as(ada).call('buyAirtime', airtime(numberOf('MTN', '5555')));
    expect([200, 202]).toContain(sold.status);
  });

  it('the shop opens only when everybody was asked or compared, with a reason, once', async () => {
    await close(await databaseTime());
    expect(await open()).toContain('nobody was asked yet');
    await control(app, 'faces/alaro', { down: true });
    await askAfterRestore(app.context);
    const missing = await open();
    expect(missing).toContain('ALARO: deliveries');
    expect(missing).toContain('squad: card payments');
    expect(missing).not.toContain('GLAD');
    await control(app, 'faces/alaro', { down: false });
    await owner.run(`update recovery_items set noted_at = now() - interval '1 hour'`);
    const question = (await items()).find(({ kind }) => kind === 'question');
    expect(await owner.commit((db) => decideItemByCommand(db, question?.id ?? 0n, 'no', say))).toContain(
      'no such item',
    );
    await openAgain();
    expect(await open()).toBe('The shop is open already.');
    await owner.commit((db) => showRecovery(db, say));
    expect(said).toContainEqual(expect.stringContaining('The shop is open'));
  });

  it('what a supplier delivered and the books do not have is listed, and what they have is not', async () => {
    const ada = await app.make.user({ wallet: naira(5_000) });
    const known = numberOf('MTN', '5555');
    await app.as(ada).call('buyAirtime', airtime(known));
    const moment = await databaseTime();
    const lost = numberOf('MTN', '5555');
    await arriveLate(app, 'JR261122ABCDEFGHJK1', lost);
    await close(moment);
    await askAfterRestore(app.context);
    const found = (await items()).filter(({ kind }) => kind === 'delivery');
    expect(found).toMatchObject([{ provider: 'GLAD', reference: 'JR261122ABCDEFGHJK1', decidedAt: null }]);
    expect(found[0]?.recipient).toContain(lost.slice(-3));
    // Asked again, it is there once.
    await owner.run(`update recovery_items set decided_at = null, words = null where kind = 'question'`);
    await askAfterRestore(app.context);
    expect((await items()).filter(({ kind }) => kind === 'delivery')).toHaveLength(1);
    await openAgain();
  });

  it('a purchase that was open is asked about, and never sent on: it may have been', async () => {
    const ada = await app.make.user({ wallet: naira(5_000) });
    // What both suppliers find, so that it counts what they do not.
    const known = { network: 2, amount: 500, mobile_number: numberOf('GLO', '5555') };
    await endsAs(app, (await app.as(ada).call('buyAirtime', known)).reply.receipt.reference, 'success');
    await control(app, 'faces/glad', { down: true });
    const recipient = numberOf('MTN', '5555');
    const { reply } = await app.as(ada).call('buyAirtime', airtime(recipient));
    const { reference } = (reply as { receipt: { reference: string } }).receipt; // of an accepted purchase
    await close(await databaseTime());
    await control(app, 'faces/glad', { down: false });
    const seen = new Set<string>();
    await expect
      .poll(
        async () => {
          await askNow(app);
          const { status, attempts } = await purchaseOf(app, reference);
          seen.add(attempts.join(', '));
          return status;
        },
        { timeout: 25_000 },
      )
      .toBe('failed');
    expect([...seen].at(-1)).toBe('GLAD refused, ALARO refused');
    expect(seen.size).toBeGreaterThan(1);
    expect(app.sandbox.journal().deliveries.filter((one) => one.recipient === recipient)).toEqual([]);
    await openAgain();
  });

  it('no id that may have been given is given again', async () => {
    const ada = await app.make.user({ wallet: naira(5_000) });
    const last = async () => (await owner.get<{ id: bigint }>('select max(id) as id from transactions')).id;
    await app.as(ada).call('testTopUp', { amount: 100 });
    const before = await last();
    await close(await databaseTime());
    await app.as(ada).call('testTopUp', { amount: 100 });
    expect((await last()) - before).toBeGreaterThan(1_000_000n);
    await openAgain();
  });
});
