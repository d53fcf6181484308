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
import { useTestApp, type TestApp } from '../../../test/app.ts';
import { shortWaits } from '../../../test/buying.ts';
import { requeryDue } from './requery.ts';
import { settlementWithoutWords } from './settle.ts';
import { handleSupplierHook } from './supplier-hook.ts';

const shop = useShop({ timings: { processingMs: 500, reversalMs: 60_000 } });

const rich = (app: TestApp) => app.make.user({ wallet: naira(10_000) });

async function buyAirtime(app: TestApp, ending: string) {
  const ada = await rich(app);
  const recipient = numberOf('MTN', ending);
  const answer = await app.as(ada).call('buyAirtime', { network: 1, amount: 500, mobile_number: recipient });
  const { receipt } = answer.body as { receipt: { reference: string; _id: string } }; // the call promises it
  return { ada, recipient, status: answer.status, ...receipt };
}

const hook = (app: TestApp, supplier: string, body: string, type = 'application/json') =>
  fetch(`${app.url}/hooks/${supplier}`, { method: 'POST', headers: { 'content-type': type }, body });

/** A hint, and the round of the job that follows it. */
async function hint(app: TestApp, supplier: string, body: unknown): Promise<boolean> {
  const isKnown = await handleSupplierHook(app.context, supplier, body);
  await requeryDue(app.context);
  return isKnown;
}

const lossOf = async ({ context }: TestApp): Promise<bigint> => {
  const { loss } = await context.pool.get<{ loss: bigint }>(
    `select coalesce(sum(e.amount), 0)::bigint as loss from entries e join accounts a on a.id = e.account_id where a.kind = 'loss' and a.name = 'late_vend'`,
  );
  return loss;
};

describe('a delivery after the money was returned', () => {
  it("is our loss, not the customer's, and staff are told", async () => {
    await control(shop, 'faces/glad', { failPercent: 100 });
    await control(shop, 'faces/alaro', { failPercent: 100 });
    const { ada, recipient, reference, status } = await buyAirtime(shop, '1234');
    await control(shop, 'faces/glad', { failPercent: 0 });
    await control(shop, 'faces/alaro', { failPercent: 0 });
    expect([status, await balanceOf(shop, ada)]).toEqual([422, naira(10_000)]);

    await arriveLate(shop, `${reference}1`, recipient);
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await hint(shop, 'GLAD', { ident: `${reference}1`, Status: 'successful' })).toBe(true);
    }
    expect(await purchaseOf(shop, reference)).toMatchObject({
      status: 'failed',
      attempts: ['GLAD delivered_late', 'ALARO refused'],
      refund: naira(495),
    });
    expect(await balanceOf(shop, ada)).toBe(naira(10_000));
    expect(await lossOf(shop)).toBe(naira(-485));
    expect(shop.takeErrors()).toEqual([expect.stringContaining('booked as a loss')]);
    const { receipt } = (await shop.as(ada).call('getTransaction', { id: reference })).reply;
    expect(receipt.timeline.map(({ text }) => text)).toContain(
      'Delivered after your money was returned. You are not charged again',
    );
  });

  it('is a loss as well when another supplier has delivered meanwhile', async () => {
    const before = await lossOf(shop);
    await control(shop, 'faces/glad', { failPercent: 100 });
    const { ada, recipient, reference, status } = await buyAirtime(shop, '1234');
    await control(shop, 'faces/glad', { failPercent: 0 });
    expect(status).toBe(200);
    await arriveLate(shop, `${reference}1`, recipient);
    await hint(shop, 'GLAD', { ident: `${reference}1` });
    expect(await purchaseOf(shop, reference)).toMatchObject({
      status: 'success',
      attempts: ['GLAD delivered_late', 'ALARO delivered'],
      refund: null,
    });
    expect(await balanceOf(shop, ada)).toBe(naira(10_000 - 495));
    expect((await lossOf(shop)) - before).toBe(naira(-485));
    expect(shop.takeErrors()).toHaveLength(1);
  });

  it.each([
    ['its supplier said that it took it back', 'reversed', async () => undefined],
    ['staff refunded it and its supplier said that it took it back', 'recovered', refundByStaff],
  ] as const)('is a loss after %s, once', async (_what, becomes, refund) => {
    const before = await lossOf(shop);
    const { ada, reference } = await buyAirtime(shop, '1234');
    await refund(reference);
    const { id } = await shop.owner.get<{ id: bigint }>('select id from transactions where reference = $1', [
      reference,
    ]);
    // A wrong word of the supplier, which has delivered.
    const refused = settlementWithoutWords(id, 1, { outcome: 'refused', nextSupplier: null });
    expect((await shop.context.purchases.settling.settleQueue.add(refused)).applied).toBe(becomes);
    expect((await lossOf(shop)) - before).toBe(0n);

    for (let turn = 0; turn < 2; turn += 1) await hint(shop, 'GLAD', { ident: `${reference}1` });
    expect(await purchaseOf(shop, reference)).toMatchObject({
      status: 'refunded',
      attempts: ['GLAD delivered_late'],
      refund: naira(495),
    });
    expect(await balanceOf(shop, ada)).toBe(naira(10_000));
    expect((await lossOf(shop)) - before).toBe(naira(-485));
    expect(shop.takeErrors()).toEqual([expect.stringContaining('booked as a loss')]);
    // Asked about from now on, as what was delivered is.
    const asked = await shop.owner.get<{ isDue: boolean }>(
      `select return_check_at > now() as "isDue" from purchase_attempts where transaction_id = $1`,
      [id],
    );
    expect(asked.isDue).toBe(true);
  });
});

/** By an admin who has no part in it. */
async function refundByStaff(reference: string): Promise<void> {
  const admin = await shop.make.user({ isAdmin: true });
  const { status } = await shop.as(admin).call('refund', { id: reference, reason: 'asked for' });
  expect(status).toBe(200);
}

describe('a hook of a supplier', () => {
  it('is only a hint: a forged one changes nothing, whatever it says', async () => {
    const [sold, refused, pending] = [
      await buyAirtime(shop, '1234'),
      await buyAirtime(shop, '0001'),
      await buyAirtime(shop, '0009'),
    ];
    const balances = () => Promise.all([sold, refused, pending].map(({ ada }) => balanceOf(shop, ada)));
    const states = () =>
      Promise.all([sold, refused, pending].map(({ reference }) => purchaseOf(shop, reference)));
    const before = [await balances(), await states()];
    for (const { reference } of [sold, refused, pending]) {
      for (const word of ['successful', 'failed', 'reversed']) {
        const body = {
          id: 1,
          ident: `${reference}1`,
          Status: word,
          amount: '500',
          mobile_number: '08030000000',
        };
        expect(await hint(shop, 'GLAD', body)).toBe(true);
        // Of a supplier that was never asked, or was asked second.
        await hint(shop, 'ALARO', { ...body, ident: `${reference}2` });
        await hint(shop, 'ALARO', { ...body, ident: `${reference}9` });
        // Longer than a reference of ours.
        expect(await hint(shop, 'GLAD', { ...body, ident: `${reference}11` })).toBe(false);
      }
    }
    expect([await balances(), await states()]).toEqual(before);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '<html>'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"successful"'],
    ['no reference', '{"Status":"successful"}'],
    ['a reference of nobody', '{"ident":"JR2611210000000000001","Status":"successful"}'],
    ['a reference that is a number', '{"ident":12}'],
    ['SQL', `{"ident":"' or 1=1 --"}`],
    ['a NUL', '{"ident":"JR26112100000000\\u00001"}'],
    ['a nested reference', '{"ident":{"$ne":null}}'],
    ['depth', '['.repeat(10_000)],
  ])('may hold %s', async (_what, body) => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const response = await hook(shop, 'glad', body, type);
      expect([response.status, await response.json()]).toEqual([200, { msg: 'heard' }]);
    }
  });

  it('may not be huge, nor come for a supplier that is not there', async () => {
    expect((await hook(shop, 'glad', 'x'.repeat(40_000))).status).toBe(413);
    expect((await hook(shop, 'nobody', '{}')).status).toBe(404);
  });

  it('settles a purchase before its next turn', async () => {
    const { reference, ada } = await buyAirtime(shop, '0002');
    await vi.waitFor(async () => {
      await hook(shop, 'glad', JSON.stringify({ ident: `${reference}1` }));
      await requeryDue(shop.context);
      expect((await purchaseOf(shop, reference)).status).toBe('success');
    }, 5_000);
    expect(await balanceOf(shop, ada)).toBe(naira(10_000 - 495));
  });
});

describe('a hint', () => {
  /** Where nothing else is due: here the rounds are counted. */
  const quiet = useShop({
    // A slow order is on its way until the hint was given, and ends before anybody stops waiting for it, on a loaded machine as well.
    env: { GLAD_TIMEOUT_MS: '20000', PURCHASE_WAIT_MS: '20000' },
    timings: { processingMs: 500, reversalMs: 60_000, slowMs: 2_000 },
  });

  const nextCheckOf = async (reference: string): Promise<Date | null> => {
    const row = await quiet.context.pool.get<{ at: Date | null }>(
      'select a.next_check_at as at from purchase_attempts a join transactions t on t.id = a.transaction_id where t.reference = $1',
      [reference],
    );
    return row.at;
  };

  it('that comes while the order is being sent is followed as soon as that has ended', async () => {
    const ada = await rich(quiet);
    const body = { network: 1, amount: 500, mobile_number: numberOf('MTN', '0008') };
    const buying = quiet.as(ada).call('buyAirtime', body);
    const { reference } = await vi.waitFor(
      () =>
        quiet.context.pool.get<{ reference: string }>(
          'select reference from transactions where user_id = $1',
          [ada.userId],
        ),
      5_000,
    );
    expect(await handleSupplierHook(quiet.context, 'GLAD', { ident: `${reference}1` })).toBe(true);
    expect(await requeryDue(quiet.context)).toBe(0);
    expect((await buying).status).toBe(200);
    expect(await nextCheckOf(reference)).toEqual(new Date(0));
    expect(await requeryDue(quiet.context)).toBe(1);
    expect(await nextCheckOf(reference)).toBeNull();
    expect((await purchaseOf(quiet, reference)).status).toBe('success');
  });

  it('costs one question, however often it is given', async () => {
    const { reference } = await buyAirtime(quiet, '1234');
    for (let turn = 0; turn < 20; turn += 1)
      await hook(quiet, 'glad', JSON.stringify({ ident: `${reference}1` }));
    expect(await requeryDue(quiet.context)).toBe(1);
    expect(await requeryDue(quiet.context)).toBe(0);
    expect(await nextCheckOf(reference)).toBeNull();
  });
});

describe('a supplier that forgets', () => {
  /** Its journal is emptied here, so it cannot be held against the books. */
  const app = useTestApp({ env: shortWaits });

  it('takes nothing back by not knowing what it has delivered, also when it had not known it once before', async () => {
    // What it finds, so that it counts what it does not.
    await endsAs(app, (await buyAirtime(app, '1234')).reference, 'success');
    await control(app, 'faces/glad', { down: true });
    const { ada, recipient, reference } = await buyAirtime(app, '1234');
    await control(app, 'faces/glad', { down: false });
    await askNow(app);
    const { known } = await app.context.pool.get<{ known: boolean }>(
      'select first_not_found_at is null as known from purchase_attempts a join transactions t on t.id = a.transaction_id where t.reference = $1',
      [reference],
    );
    expect(known).toBe(false);
    await arriveLate(app, `${reference}1`, recipient);
    await endsAs(app, reference, 'success');

    await app.sandbox.reset();
    // Longer than the quiet time after which a second 'not known' is certain of an open attempt.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    for (let turn = 0; turn < 3; turn += 1) {
      await hint(app, 'GLAD', { ident: `${reference}1` });
    }
    expect(await purchaseOf(app, reference)).toMatchObject({
      status: 'success',
      attempts: ['GLAD delivered'],
    });
    expect(await balanceOf(app, ada)).toBe(naira(10_000 - 495));
  });
});

describe('a purchase without an end', () => {
  const age = (reference: string, hours: number) =>
    shop.owner.run(
      `update purchase_attempts set sent_at = sent_at - make_interval(hours => $2)
       where transaction_id = (select id from transactions where reference = $1)`,
      [reference, hours],
    );

  it('is handed to staff after a day, with an alert, and is not asked about any more', async () => {
    const { reference, ada } = await buyAirtime(shop, '0009');
    await age(reference, 23);
    await askNow(shop);
    expect((await purchaseOf(shop, reference)).attempts).toEqual(['GLAD unknown']);
    await age(reference, 2);
    await askNow(shop);
    expect(await purchaseOf(shop, reference)).toMatchObject({
      status: 'pending',
      attempts: ['GLAD manual'],
      refund: null,
    });
    expect(shop.takeErrors()).toEqual([expect.stringContaining('staff must ask the supplier')]);
    await askNow(shop);
    expect(shop.takeErrors()).toEqual([]);
    expect(await balanceOf(shop, ada)).toBe(naira(10_000 - 495));
    const { receipt } = (await shop.as(ada).call('getTransaction', { id: reference })).reply;
    expect(receipt.trans_Status).toBe('pending');
  });

  it('still ends when the supplier speaks after all', async () => {
    const { reference, ada } = await buyAirtime(shop, '0002');
    await age(reference, 25);
    await askNow(shop);
    expect((await purchaseOf(shop, reference)).attempts).toEqual(['GLAD manual']);
    expect(shop.takeErrors()).toHaveLength(1);
    await vi.waitFor(async () => {
      await hint(shop, 'GLAD', { ident: `${reference}1` });
      expect(await purchaseOf(shop, reference)).toMatchObject({
        status: 'success',
        attempts: ['GLAD delivered'],
      });
    }, 5_000);
    expect(await balanceOf(shop, ada)).toBe(naira(10_000 - 495));
  });
});
