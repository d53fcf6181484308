import { naira } from '@jara/contract/money.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { control, endsAs, numberOf, shortWaits } from '../../../test/buying.ts';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { silent } from '../../../test/pool.ts';
import { openPool, type Pool } from '../../platform/db.ts';
import { checkReturns } from '../purchases/return-checks.ts';
import { checkSupplierFloats } from './supplier-floats.ts';

const app = useTestApp({
  env: { ...shortWaits, SUPPLIER_FLOAT_TOLERANCE_NAIRA: '0' },
  timings: { reversalMs: 600 },
});
const OPENING = 50_000_000;
let owner: Pool;
let admin: TestUser;
let agent: TestUser;
/** What GLAD states, as far as nothing is sold. */
let float = OPENING;

beforeAll(async () => {
  owner = openPool({ url: app.databaseUrl, size: 1, role: null, log: silent });
  admin = await app.make.user({ isAdmin: true });
  agent = await app.make.user({ isAgent: true });
  await read();
});
afterAll(() => owner.close());

/** A reading some minutes later, when nothing was booked a moment ago. */
async function read(): Promise<void> {
  await owner.commit(async (db) => {
    await db.run('set local session_replication_role = replica');
    await db.run(`update transactions set created_at = created_at - interval '10 minutes'`);
    await db.run(`update postings set posted_at = posted_at - interval '10 minutes'`);
    await db.run(
      `update supplier_floats set asked_at = asked_at - interval '10 minutes', base_at = base_at - interval '10 minutes'`,
    );
  });
  await checkSupplierFloats(app.context);
}

async function setFloat(amount: number): Promise<void> {
  float = amount;
  await control(app, 'faces/glad', { float });
}

const drifts = async () => (await app.as(agent).call('listWaiting')).reply.floats;
const accept = (amount: number, reason = 'We paid in') =>
  app.as(admin).call('acceptFloat', { supplierName: 'glad', amount, reason });
const alarms = () =>
  app.takeErrors().map((entry) => (JSON.parse(entry) as { msg: string; drift: string }).drift);

async function buy(ending: string) {
  const ada = await app.make.user({ wallet: naira(10_000) });
  const recipient = numberOf('MTN', ending);
  const { receipt } = (
    await app.as(ada).call('buyAirtime', { network: 1, amount: 500, mobile_number: recipient })
  ).reply;
  return { ...receipt, recipient };
}

describe('what a supplier states', () => {
  it('is explained by sales, what is open and what came back', async () => {
    for (const ending of ['1234', '5678']) await buy(ending);
    await buy('0009');
    await read();
    expect(await drifts()).toEqual([]);
    expect(
      (
        await app.context.pool.get<{ drift: bigint | null }>(
          'select drift_kobo as drift from supplier_floats where supplier = $1',
          ['GLAD'],
        )
      ).drift,
    ).toBeNull();
  });

  it('and the books do not explain, is an alarm once and an entry for staff until it is gone', async () => {
    await setFloat(await statedFloat());
    await setFloat(float - 700);
    await read();
    await read();
    expect(alarms()).toEqual(['−₦700.00']);
    await sendMails(app.context);
    expect(mailsTo(app, admin.email)).toMatchObject([
      {
        subject: 'A supplier and the books differ',
        text: expect.stringContaining('which is −₦700.00 off what the books explain'),
      },
    ]);
    expect(mailsTo(app, agent.email)).toEqual([]);
    expect(await drifts()).toMatchObject([{ supplierName: 'GLAD', drift: -700, float }]);
    const metrics = await app.context.pool.rows(
      'select supplier from supplier_floats where drift_kobo = -70000',
    );
    expect(metrics).toHaveLength(1);
    await setFloat(float + 700);
    await read();
    expect([await drifts(), alarms()]).toEqual([[], []]);
  });

  it('after a payment to it is accepted by an admin, with the reason, and measured from there', async () => {
    await setFloat(float + 250_000);
    await read();
    expect(alarms()).toEqual(['₦250,000.00']);
    expect((await accept(249_999)).refusal.code).toBe('not_waiting');
    expect(
      (await app.as(agent).call('acceptFloat', { supplierName: 'GLAD', amount: 250_000, reason: 'x' }))
        .status,
    ).toBe(403);
    expect((await accept(250_000, ' ')).status).toBe(400);
    for (const amount of [2 ** 63 / 100, -(2 ** 63), 0.001, 250_000.001])
      expect((await accept(amount)).refusal.errors?.[0]?.field).toBe('amount');
    const { msg, floats } = (await accept(250_000)).reply;
    expect([msg, floats]).toEqual(['The difference at GLAD is accepted', []]);
    expect((await accept(250_000)).refusal.code).toBe('not_waiting');
    await read();
    expect([await drifts(), alarms()]).toEqual([[], []]);
    const actions = await app.context.pool.rows(
      `select actor_id as actor, subject, reason from staff_actions where action = 'acceptFloat'`,
    );
    expect(actions).toEqual([{ actor: admin.userId, subject: 'supplier GLAD', reason: 'We paid in' }]);
  });

  it('may not count yet, or not any more, what was booked within the last minute', async () => {
    const stated = await statedFloat();
    const cost = await costOf((await buy('1234'))._id);
    await setFloat(stated);
    await app.context.pool.run(`update supplier_floats set asked_at = asked_at - interval '10 minutes'`);
    await checkSupplierFloats(app.context);
    expect([await drifts(), alarms()]).toEqual([[], []]);
    await read();
    expect((await drifts()).map(({ drift }) => drift)).toEqual([cost]);
    expect(alarms()).toHaveLength(1);
    await setFloat(stated - cost);
    await read();
    expect([await drifts(), alarms()]).toEqual([[], []]);
  });

  it('of a delivery that it took back is a drift until that is found', async () => {
    await control(app, 'faces/glad', { webhookUrl: 'http://127.0.0.1:9/hooks/nobody' });
    const { recipient, reference, _id } = await buy('0011');
    await endsAs(app, reference, 'success');
    await vi.waitFor(() => {
      const delivery = app.sandbox.journal().deliveries.find((one) => one.recipient === recipient);
      expect(delivery?.reversedAt).toBeDefined();
    }, 5_000);
    await read();
    const [drift] = alarms();
    expect(drift).toMatch(/^₦4\d\d\.\d\d$/);
    expect(await drifts()).toHaveLength(1);
    await app.owner.run('update purchase_attempts set return_check_at = now() where transaction_id = $1', [
      _id,
    ]);
    await checkReturns(app.context);
    await read();
    expect([await drifts(), alarms()]).toEqual([[], []]);
  });

  it('is the same after a refund by staff, and what it gives back then is a drift until that is booked', async () => {
    const { reference, _id } = await buy('1234');
    await endsAs(app, reference, 'success');
    await read();
    const stated = await statedFloat();
    const cost = await costOf(_id);
    expect((await app.as(admin).call('refund', { id: _id, reason: 'It never arrived' })).status).toBe(200);
    await read();
    expect([await drifts(), alarms()]).toEqual([[], []]);
    await setFloat(stated + cost);
    await read();
    expect(alarms()).toHaveLength(1);
    expect(await drifts()).toMatchObject([{ supplierName: 'GLAD', drift: cost, refunded: cost }]);
    await app.as(admin).call('recoverRefund', { id: _id, reason: 'Their statement' });
    await read();
    expect([await drifts(), alarms()]).toEqual([[], []]);
    // By more than what is open.
    await setFloat(stated - 500);
    await read();
    expect((await drifts()).map(({ drift }) => drift)).toEqual([-cost - 500]);
    expect(alarms()).toHaveLength(1);
    await setFloat(stated + cost);
    await read();
  });
});

async function costOf(id: string): Promise<number> {
  const row = await app.context.pool.get<{ kobo: bigint }>(
    'select cost_kobo as kobo from transactions where id = $1',
    [id],
  );
  return Number(row.kobo) / 100;
}

async function statedFloat(): Promise<number> {
  const row = await app.context.pool.get<{ kobo: bigint }>(
    `select float_kobo as kobo from supplier_floats where supplier = 'GLAD'`,
  );
  return Number(row.kobo) / 100;
}
