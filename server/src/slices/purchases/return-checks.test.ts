/** What suppliers take back without a word that reaches us. */
import { readFileSync } from 'node:fs';
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it, vi } from 'vitest';
import {
  arriveLate,
  askNow,
  balanceOf,
  control,
  endsAs,
  numberOf,
  purchaseOf,
  useShop,
} from '../../../test/buying.ts';
import { askSoon, requeryDue } from './requery.ts';
import { checkReturns } from './return-checks.ts';

const app = useShop({
  timings: { processingMs: 500, reversalMs: 700 },
  env: { RETURN_CHECKS_PER_MINUTE: '600' },
});

/** Where nobody listens. */
const deaf = 'http://127.0.0.1:9/hooks/nobody';

async function buyAirtime(ending: string) {
  const ada = await app.make.user({ wallet: naira(10_000) });
  const recipient = numberOf('MTN', ending);
  const answer = await app.as(ada).call('buyAirtime', { network: 1, amount: 500, mobile_number: recipient });
  const { receipt } = answer.body as { receipt: { reference: string; _id: string } }; // of a refusal as well
  return { ada, recipient, id: receipt._id, reference: receipt.reference };
}

/** As if it had been delivered so long before, and the next question were due. */
const makeDue = (id: string, age = '0 seconds') =>
  app.owner.run(
    `update purchase_attempts set answered_at = now() - $2::interval, return_check_at = now() - interval '1 hour'
     where transaction_id = $1 and state in ('delivered', 'delivered_late')`,
    [id, age],
  );

/** In minutes after the delivery, or null. */
async function nextCheckOf(id: string): Promise<number | null> {
  const { minutes } = await app.context.pool.get<{ minutes: number | null }>(
    `select round(extract(epoch from return_check_at - answered_at) / 60)::int as minutes from purchase_attempts
     where transaction_id = $1 order by attempt desc limit 1`,
    [id],
  );
  return minutes;
}

const untilReversed = async (recipient: string) =>
  vi.waitFor(() => {
    const delivery = app.sandbox.journal().deliveries.find((one) => one.recipient === recipient);
    if (delivery?.reversedAt === undefined) throw new Error('it is not taken back yet');
  }, 5_000);

/** Has all airtime of MTN sold by this one. */
async function sellBy(supplier: string): Promise<void> {
  await app.context.pool.run(
    `update supplier_routes set suppliers = array[$1::text] where network = 'MTN' and service_type = 'airtime'`,
    [supplier],
  );
  await app.context.catalogue.reload();
}

describe('a delivery that is taken back while nobody hears it', () => {
  // GLAD comes last: the rest of the file buys there.
  it.each(['VTPASS', 'ALARO', 'GLAD'])(
    'by %s is found, and the buyer has the money back',
    async (supplier) => {
      await control(app, `faces/${supplier.toLowerCase()}`, { webhookUrl: deaf });
      await sellBy(supplier);
      const { ada, id, recipient, reference } = await buyAirtime('0011');
      await endsAs(app, reference, 'success');
      expect((await purchaseOf(app, reference)).attempts).toEqual([`${supplier} delivered`]);
      expect(await nextCheckOf(id)).toBe(1);
      await untilReversed(recipient);
      // Nothing is asked before its time.
      expect(await checkReturns(app.context)).toBe(0);
      await makeDue(id);
      expect(await checkReturns(app.context)).toBe(1);
      expect(await purchaseOf(app, reference)).toMatchObject({
        status: 'refunded',
        attempts: [`${supplier} reversed`],
      });
      expect([await balanceOf(app, ada), await nextCheckOf(id)]).toEqual([naira(10_000), null]);
    },
  );
});

describe('what was delivered', () => {
  it.each([
    ['0 seconds', 1],
    ['61 seconds', 10],
    ['11 minutes', 60],
    ['2 hours', 360],
    ['7 hours', 1_440],
    ['25 hours', null],
  ])('is asked about next, %s after the delivery, at minute %s', async (age, minute) => {
    const { id, reference } = await buyAirtime('1234');
    await endsAs(app, reference, 'success');
    await makeDue(id, age);
    expect(await checkReturns(app.context)).toBe(1);
    expect(await nextCheckOf(id)).toBe(minute);
    expect((await purchaseOf(app, reference)).status).toBe('success');
  });

  it.each([
    ['2 minutes', 10],
    ['25 hours', 26 * 60],
    ['49 hours', null],
  ])(
    'and of which its supplier says nothing %s after it is asked about at minute %s',
    async (age, minute) => {
      const { id, reference } = await buyAirtime('1234');
      await endsAs(app, reference, 'success');
      await control(app, 'faces/glad', { down: true });
      await makeDue(id, age);
      expect(await checkReturns(app.context)).toBe(1);
      await control(app, 'faces/glad', { down: false });
      expect(await nextCheckOf(id)).toBe(minute);
      expect(await purchaseOf(app, reference)).toMatchObject({
        status: 'success',
        attempts: ['GLAD delivered'],
      });
    },
  );

  it('waits for its turn without keeping what is open from being asked about', async () => {
    const [sold, open] = [await buyAirtime('1234'), await buyAirtime('0009')];
    await makeDue(sold.id);
    // The supplier's allowance is used up.
    await app.context.pool.run(`update provider_paces set used_until = now() + interval '1 minute'`);
    expect(await checkReturns(app.context)).toBe(0);
    await app.owner.run('update purchase_attempts set next_check_at = now() where transaction_id = $1', [
      open.id,
    ]);
    expect(await requeryDue(app.context)).toBe(1);
    await app.context.pool.run(`update provider_paces set used_until = now() - interval '1 minute'`);
    expect(await checkReturns(app.context)).toBe(1);
  });

  it('is asked about by one process, and not more often a minute than is allowed', async () => {
    const { pool } = app.context;
    // What was delivered so far is not due.
    await app.owner.run(
      `update purchase_attempts set return_check_at = now() + interval '1 hour' where return_check_at is not null`,
    );
    // Of a supplier without a list, each is a question.
    await sellBy('VTPASS');
    const ids: Awaited<ReturnType<typeof buyAirtime>>['id'][] = [];
    // Few at a time, so that on a loaded machine none runs into the time-out of its supplier.
    for (let round = 0; round < 14; round += 1) {
      const some = await Promise.all(Array.from({ length: 5 }, () => buyAirtime('1234')));
      ids.push(...some.map(({ id }) => id));
    }
    await app.owner.run(
      `update purchase_attempts set return_check_at = now() where transaction_id = any($1::bigint[])`,
      [ids],
    );
    await pool.run(`update provider_paces set used_until = now() - interval '1 hour'`);
    const rounds = await Promise.all([1, 2, 3, 4].map(() => checkReturns(app.context)));
    // A tenth of a minute's worth at once, and what the time since then has allowed.
    expect(rounds.reduce((sum, one) => sum + one)).toBeGreaterThanOrEqual(60);
    expect(rounds.reduce((sum, one) => sum + one)).toBeLessThan(70);
    await sellBy('GLAD');
  });

  it('is asked about at the moments that docs/money.md names', async () => {
    const money = readFileSync(new URL('../../../../docs/money.md', import.meta.url), 'utf8');
    for (const [kind, what] of [
      ['purchase', 'A delivered purchase'],
      ['withdrawal', 'A paid withdrawal'],
    ]) {
      const { marks } = await app.context.pool.get<{ marks: string }>(
        `select string_agg(extract(epoch from mark)::int / 60 || '', ',' order by mark) as marks from unnest(return_check_marks($1)) as m(mark)`,
        [kind],
      );
      const shown = new RegExp(`\\| ${what} +\\| ([^|]+)\\|`).exec(money)?.[1] ?? '';
      const minutes = [...shown.matchAll(/(\d+) (min|h)/g)].map(
        ([, count, unit]) => Number(count) * (unit === 'h' ? 60 : 1),
      );
      expect(minutes.join(',')).toBe(marks);
    }
  });
});

describe('what was refused because its supplier did not know it', () => {
  async function unknownToGlad() {
    // What was sold so far is not due.
    await app.owner.run(
      `update purchase_attempts set return_check_at = now() + interval '1 hour' where return_check_at is not null`,
    );
    await control(app, 'faces/glad', { down: true, webhookUrl: deaf });
    const bought = await buyAirtime('1234');
    await control(app, 'faces/glad', { down: false });
    for (const attempt of ['GLAD unknown', 'GLAD refused']) {
      await app.owner.run(
        `update purchase_attempts set sent_at = sent_at - interval '1 hour', next_check_at = now(),
           first_not_found_at = first_not_found_at - interval '1 hour' where transaction_id = $1`,
        [bought.id],
      );
      await requeryDue(app.context);
      expect((await purchaseOf(app, bought.reference)).attempts).toEqual([attempt]);
    }
    expect(await balanceOf(app, bought.ada)).toBe(naira(10_000));
    return bought;
  }
  const makeRefusedDue = (id: string, age: string) =>
    app.owner.run(
      `update purchase_attempts set answered_at = now() - $2::interval, return_check_at = now() - interval '1 hour'
       where transaction_id = $1`,
      [id, age],
    );

  it('and is delivered after all, is found on the schedule: our loss, and the buyer has the money', async () => {
    const { ada, id, reference, recipient } = await unknownToGlad();
    expect(await nextCheckOf(id)).toBe(1);
    await makeRefusedDue(id, '2 minutes');
    expect(await checkReturns(app.context)).toBe(1);
    expect([(await purchaseOf(app, reference)).attempts, await nextCheckOf(id)]).toEqual([
      ['GLAD refused'],
      10,
    ]);
    await arriveLate(app, `${reference}1`, recipient);
    await makeRefusedDue(id, '11 minutes');
    expect(await checkReturns(app.context)).toBe(1);
    expect(app.takeErrors()).toEqual([expect.stringContaining('booked as a loss')]);
    expect(await purchaseOf(app, reference)).toMatchObject({
      status: 'failed',
      attempts: ['GLAD delivered_late'],
      refund: naira(495),
    });
    expect([await balanceOf(app, ada), await nextCheckOf(id)]).toEqual([naira(10_000), 1]);
  });

  it.each([
    [false, null],
    [true, 26 * 60],
  ])('25 hours ago is asked about next (silent: %s) at minute %s', async (down, minute) => {
    const { id, reference } = await unknownToGlad();
    await control(app, 'faces/glad', { down });
    await makeRefusedDue(id, '25 hours');
    expect(await checkReturns(app.context)).toBe(1);
    await control(app, 'faces/glad', { down: false });
    expect([await nextCheckOf(id), (await purchaseOf(app, reference)).attempts]).toEqual([
      minute,
      ['GLAD refused'],
    ]);
  });

  it('is not asked about again where the supplier refused it in words', async () => {
    await control(app, 'faces/glad', { failPercent: 100 });
    const { id, reference } = await buyAirtime('1234');
    await control(app, 'faces/glad', { failPercent: 0 });
    expect([(await purchaseOf(app, reference)).attempts, await nextCheckOf(id)]).toEqual([
      ['GLAD refused'],
      null,
    ]);
  });
});

describe('a hint about a delivered purchase', () => {
  it('takes no later question away', async () => {
    const { id, reference } = await buyAirtime('1234');
    await app.owner.run(
      'update purchase_attempts set next_check_at = to_timestamp(0) where transaction_id = $1',
      [id],
    );
    await askNow(app);
    expect(await nextCheckOf(id)).toBe(1);
    expect((await purchaseOf(app, reference)).status).toBe('success');
  });
});

describe('a delivery after the money was returned', () => {
  it('that is taken back is no loss any more, and the buyer has the money once', async () => {
    const { pool } = app.context;
    const lateEntries = () =>
      pool.rows(
        `select p.code, a.kind, sum(e.amount)::bigint as amount from postings p join entries e on e.posting_id = p.id
         join accounts a on a.id = e.account_id where p.code like 'purchase.late%' and p.reference = $1 group by 1, 2 order by 1, 2`,
        [`${id}/1`],
      );
    await control(app, 'faces/glad', { failPercent: 100, webhookUrl: deaf });
    const { ada, recipient, reference, id } = await buyAirtime('0011');
    await control(app, 'faces/glad', { failPercent: 0 });
    expect(await purchaseOf(app, reference)).toMatchObject({ status: 'failed', attempts: ['GLAD refused'] });
    await arriveLate(app, `${reference}1`, recipient);
    expect(await askSoon(pool, { supplier: 'GLAD', reference, attempt: 1 })).toBe(true);
    await requeryDue(app.context);
    expect((await purchaseOf(app, reference)).attempts).toEqual(['GLAD delivered_late']);
    expect(app.takeErrors()).toEqual([expect.stringContaining('booked as a loss')]);
    expect(await nextCheckOf(id)).toBe(1);
    await untilReversed(recipient);
    for (let times = 0; times < 2; times += 1) {
      await makeDue(id);
      await pool.run('update provider_paces set used_until = to_timestamp(0)');
      await checkReturns(app.context);
      expect(await purchaseOf(app, reference)).toMatchObject({
        status: 'failed',
        attempts: ['GLAD reversed_late'],
        refund: naira(495),
      });
    }
    expect(await lateEntries()).toEqual([
      { code: 'purchase.late_reverse', kind: 'loss', amount: 48_500n },
      { code: 'purchase.late_reverse', kind: 'supplier', amount: -48_500n },
      { code: 'purchase.late_vend', kind: 'loss', amount: -48_500n },
      { code: 'purchase.late_vend', kind: 'supplier', amount: 48_500n },
    ]);
    expect([await balanceOf(app, ada), await nextCheckOf(id)]).toEqual([naira(10_000), null]);
  });
});
