import { naira } from '@jara/contract/money.ts';
import { describe, expect, it, vi } from 'vitest';
import {
  askNow,
  balanceOf,
  control,
  endsAs,
  transactionsOf,
  numberOf,
  purchaseOf,
  useShop,
} from '../../../test/buying.ts';
import { runSql } from '../../../test/run-sql.ts';

/** Long enough at the supplier that a second call comes while the first one waits. */
const app = useShop({ timings: { slowMs: 400, processingMs: 300 } });

const rich = () => app.make.user({ wallet: naira(10_000) });
const data = (ending = '1234') => ({ network: 1, plan: 2, mobile_number: numberOf('MTN', ending) });
const airtime = (ending = '1234') => ({ network: 1, amount: 500, mobile_number: numberOf('MTN', ending) });
const isReplay = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed') === 'true';
const deliveriesTo = (recipient: string) =>
  app.sandbox.journal().deliveries.filter((delivery) => delivery.recipient === recipient).length;

describe('a repeated key', () => {
  it('answers with the same purchase, and says so', async () => {
    const ada = await rich();
    const body = data();
    const first = await app.as(ada).call('buyData', body, { key: 'key-1' });
    const again = await app.as(ada).call('buyData', body, { key: 'key-1' });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect([isReplay(first), isReplay(again)]).toEqual([false, true]);
    expect(again.reply.receipt).toEqual(first.reply.receipt);
    expect(again.reply.msg).toBe(first.reply.msg);
    expect([await transactionsOf(app, ada), deliveriesTo(body.mobile_number)]).toEqual([1, 1]);
  });

  it('is the same in the body, quoted, and for the same number in another spelling', async () => {
    const ada = await rich();
    const body = airtime();
    await app.as(ada).call('buyAirtime', body, { key: 'key-2' });
    const spelled = [
      app.as(ada).call('buyAirtime', body, { key: '"key-2"' }),
      app.as(ada).call('buyAirtime', { ...body, request_id: 'key-2' }),
      app.as(ada).call('buyAirtime', { ...body, amount: '500.00', network: '1' }, { key: 'key-2' }),
      app
        .as(ada)
        .call(
          'buyAirtime',
          { ...body, mobile_number: `+234${body.mobile_number.slice(1)}` },
          { key: 'key-2' },
        ),
      app.as(ada).call('buyAirtime', { ...body, force: true }, { key: 'key-2' }),
    ];
    for (const answer of await Promise.all(spelled))
      expect([answer.status, isReplay(answer)]).toEqual([200, true]);
    expect(await transactionsOf(app, ada)).toBe(1);
  });

  it.each([
    ['another number', { mobile_number: '08037771234' }],
    ['another plan', { plan: 1 }],
    ['another network', { network: 2, plan: 17 }],
  ])('with %s is refused: 422', async (_what, changes) => {
    const ada = await rich();
    const body = data();
    await app.as(ada).call('buyData', body, { key: 'key-3' });
    const other = await app.as(ada).call('buyData', { ...body, ...changes }, { key: 'key-3' });
    expect([other.status, other.refusal.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await transactionsOf(app, ada)).toBe(1);
  });

  it('with another amount, or for airtime instead of data, is refused', async () => {
    const ada = await rich();
    const body = airtime();
    await app.as(ada).call('buyAirtime', body, { key: 'key-4' });
    const others = [
      await app.as(ada).call('buyAirtime', { ...body, amount: 501 }, { key: 'key-4' }),
      await app.as(ada).call('buyData', { ...data(), mobile_number: body.mobile_number }, { key: 'key-4' }),
      await app.as(ada).call('testTopUp', { amount: 500 }, { key: 'key-4' }),
    ];
    for (const other of others)
      expect([other.status, other.refusal.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await transactionsOf(app, ada)).toBe(1);
  });

  it('of another user is another key', async () => {
    const [ada, bayo] = [await rich(), await rich()];
    const body = airtime();
    await app.as(ada).call('buyAirtime', body, { key: 'key-5' });
    const other = await app.as(bayo).call('buyAirtime', body, { key: 'key-5' });
    expect([other.status, isReplay(other)]).toEqual([200, false]);
    expect(other.reply.receipt.trans_UserName).toBe(bayo.userName);
    expect(deliveriesTo(body.mobile_number)).toBe(2);
  });

  it('waits for the first one while that is still at the supplier', async () => {
    const ada = await rich();
    const body = data('0008');
    const first = app.as(ada).call('buyData', body, { key: 'key-6' });
    await vi.waitFor(async () => expect(await transactionsOf(app, ada)).toBe(1), 5_000);
    const again = await app.as(ada).call('buyData', body, { key: 'key-6' });
    expect([again.status, isReplay(again), again.reply.receipt.trans_Status]).toEqual([200, true, 'success']);
    expect((await first).reply.receipt).toEqual(again.reply.receipt);
    expect(deliveriesTo(body.mobile_number)).toBe(1);
  });

  it('answers with the present state: pending, then the end of it', async () => {
    const ada = await rich();
    const body = data('0002');
    const first = await app.as(ada).call('buyData', body, { key: 'key-7' });
    const soon = await app.as(ada).call('buyData', body, { key: 'key-7' });
    expect([first.status, soon.status, isReplay(soon)]).toEqual([202, 202, true]);
    await endsAs(app, first.reply.receipt.reference, 'success');
    const later = await app.as(ada).call('buyData', body, { key: 'key-7' });
    expect([later.status, isReplay(later), later.reply.receipt.trans_Status]).toEqual([200, true, 'success']);
  });

  it('answers with a refusal when the first was refused, and buys nothing', async () => {
    const ada = await rich();
    const body = data('0001');
    const first = await app.as(ada).call('buyData', body, { key: 'key-8' });
    const again = await app.as(ada).call('buyData', body, { key: 'key-8' });
    expect([first.status, again.status, again.refusal.code]).toEqual([422, 422, 'supplier_refused']);
    expect([isReplay(first), isReplay(again)]).toEqual([false, true]);
    expect((again.body as { receipt: unknown }).receipt).toMatchObject({ trans_Status: 'failed' });
    expect(await transactionsOf(app, ada)).toBe(2);
    expect(await balanceOf(app, ada)).toBe(naira(10_000));
  });

  it('is not used up by a refusal that bought nothing', async () => {
    const ada = await app.make.user({ wallet: naira(100) });
    const body = data();
    const poor = await app.as(ada).call('buyData', body, { key: 'key-9' });
    expect(poor.refusal.code).toBe('insufficient_balance');
    await app.as(ada).call('testTopUp', { amount: 1_000 });
    const richer = await app.as(ada).call('buyData', body, { key: 'key-9' });
    expect([richer.status, isReplay(richer)]).toEqual([200, false]);
  });

  it('finds its purchase when the wallet is empty, the price is another, the plan is gone and the service locked', async () => {
    const ada = await app.make.user({ wallet: naira(620) });
    const body = { ...data(), expectedAmount: 620 };
    const first = await app.as(ada).call('buyData', body, { key: 'key-10' });
    expect(await balanceOf(app, ada)).toBe(0n);
    const changes = [
      [
        'update plans set smart_earner_kobo = 64000 where id = 2',
        'update plans set smart_earner_kobo = 62000 where id = 2',
      ],
      ['update plans set deleted_at = now() where id = 2', 'update plans set deleted_at = null where id = 2'],
      [
        `update services set is_open = false where name = 'MTN'`,
        `update services set is_open = true where name = 'MTN'`,
      ],
      [
        `delete from supplier_routes where network = 'MTN' and service_type = 'data'`,
        `insert into supplier_routes values ('MTN', 'data', '{GLAD,ALARO}')`,
      ],
    ];
    for (const [change = '', undo = ''] of changes) {
      await runSql(app.databaseUrl, change);
      await app.context.catalogue.reload();
      const again = await app.as(ada).call('buyData', body, { key: 'key-10' });
      expect([change, again.status, isReplay(again)]).toEqual([change, 200, true]);
      expect(again.reply.receipt.reference).toBe(first.reply.receipt.reference);
      await runSql(app.databaseUrl, undo);
      await app.context.catalogue.reload();
    }
  });

  it.each(['', ' ', 'two words', 'naïve', 'a'.repeat(256)])('that is %j is refused', async (key) => {
    const ada = await rich();
    // In the body: not every key can travel in a header.
    const answer = await app.as(ada).call('buyAirtime', { ...airtime(), request_id: key });
    expect([answer.status, answer.refusal.code]).toEqual([400, 'invalid_input']);
    expect(await transactionsOf(app, ada)).toBe(0);
  });
});

describe('the same again without a key', () => {
  it('is a possible duplicate: 409 with the first slip', async () => {
    const ada = await rich();
    const body = data();
    const first = await app.as(ada).call('buyData', body);
    const again = await app.as(ada).call('buyData', body);
    expect([again.status, again.refusal.code]).toEqual([409, 'possible_duplicate']);
    expect((again.body as { receipt: unknown }).receipt).toEqual(first.reply.receipt);
    expect([await transactionsOf(app, ada), deliveriesTo(body.mobile_number)]).toEqual([1, 1]);
  });

  it('is bought again when the buyer says so', async () => {
    const ada = await rich();
    const body = airtime();
    await app.as(ada).call('buyAirtime', body);
    expect((await app.as(ada).call('buyAirtime', { ...body, force: true })).status).toBe(200);
    expect((await app.as(ada).call('buyAirtime', { ...body, force: true })).status).toBe(200);
    expect((await app.as(ada).call('buyAirtime', { ...body, force: false })).status).toBe(409);
    expect(deliveriesTo(body.mobile_number)).toBe(3);
  });

  it('is also one when the first had a key, or is still pending', async () => {
    const ada = await rich();
    const [keyed, pending] = [data(), data('0009')];
    await app.as(ada).call('buyData', keyed, { key: 'key-11' });
    await app.as(ada).call('buyData', pending);
    for (const body of [keyed, pending]) {
      expect((await app.as(ada).call('buyData', body)).refusal.code).toBe('possible_duplicate');
    }
    // A new key says that it is meant.
    expect((await app.as(ada).call('buyData', keyed, { key: 'key-12' })).status).toBe(200);
  });

  it.each([
    ['another number', { mobile_number: '08037772345' }],
    ['another plan', { plan: 1 }],
  ])('is none for %s', async (_what, changes) => {
    const ada = await rich();
    const body = data();
    await app.as(ada).call('buyData', body);
    expect((await app.as(ada).call('buyData', { ...body, ...changes })).status).toBe(200);
  });

  it('is none for another amount, for another user, after a refusal, and after half a minute', async () => {
    const [ada, bayo] = [await rich(), await rich()];
    const body = airtime();
    await app.as(ada).call('buyAirtime', body);
    expect((await app.as(ada).call('buyAirtime', { ...body, amount: 501 })).status).toBe(200);
    expect((await app.as(bayo).call('buyAirtime', body)).status).toBe(200);
    const refused = airtime('0001');
    for (let turn = 0; turn < 2; turn += 1)
      expect((await app.as(ada).call('buyAirtime', refused)).status).toBe(422);
    await app.owner.run(
      `update transactions set created_at = created_at - interval '31 seconds' where user_id = $1`,
      [ada.userId],
    );
    expect((await app.as(ada).call('buyAirtime', body)).status).toBe(200);
  });
});

describe('what a purchase leaves', () => {
  it('is asked about no more once it has ended', async () => {
    const ada = await rich();
    const { receipt } = (await app.as(ada).call('buyData', data())).reply;
    await control(app, 'faces/glad', { down: true });
    await askNow(app);
    await control(app, 'faces/glad', { down: false });
    expect((await purchaseOf(app, receipt.reference)).status).toBe('success');
    const open = await app.context.pool.rows(
      'select 1 from purchase_attempts where transaction_id = $1 and next_check_at is not null',
      [receipt._id],
    );
    expect(open).toEqual([]);
  });
});
