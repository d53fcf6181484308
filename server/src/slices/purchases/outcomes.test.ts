import { formatNaira, naira, toNaira, kobo } from '@jara/contract/money.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Answer } from '../../../test/app.ts';
import { askNow, balanceOf, control, endsAs, numberOf, purchaseOf, useShop } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { requeryNow } from './requery.ts';

/** MTN goes to GLAD first and GLO to ALARO: each outcome at either supplier, as data and as airtime. */
const app = useShop({ timings: { processingMs: 2_000, slowMs: 200, reversalMs: 300, webhookRetryMs: 50 } });

type Network = 'MTN' | 'GLO';
type Kind = 'data' | 'airtime';
const shelf = {
  MTN: { code: 1, plan: 2, planPrice: 620, suppliers: ['GLAD', 'ALARO'] },
  GLO: { code: 2, plan: 17, planPrice: 435, suppliers: ['ALARO', 'GLAD'] },
};

async function buy(user: TestUser, kind: Kind, network: Network, ending: string) {
  const { code, plan } = shelf[network];
  const common = { network: code, mobile_number: numberOf(network, ending) };
  return kind === 'data'
    ? app.as(user).call('buyData', { ...common, plan })
    : app.as(user).call('buyAirtime', { ...common, amount: 500 });
}

const priceOf = (kind: Kind, network: Network) =>
  kind === 'data' ? naira(shelf[network].planPrice) : naira(495);

/** The answer's receipt, whether it was a success or a refusal. */
function receiptOf(answer: Answer<'buyData'> | Answer<'buyAirtime'>) {
  const { receipt } = answer.body as { receipt: Answer<'buyData'>['reply']['receipt'] }; // the call promises it
  return receipt;
}

const named = (network: Network, ...states: string[]) =>
  states.map((state, index) => `${shelf[network].suppliers[index]} ${state}`);

const all = [
  ['MTN', 'data'],
  ['MTN', 'airtime'],
  ['GLO', 'data'],
  ['GLO', 'airtime'],
] as const;

/** What becomes of those that are not known at first, and of the attempts. */
const ends = {
  '0002': ['success', 'delivered'],
  '0003': ['failed', 'refused', 'refused'],
  '0004': ['success', 'delivered'],
  '0005': ['failed', 'refused', 'refused'],
  '0006': ['success', 'delivered'],
  '0007': ['failed', 'refused', 'refused'],
} as const;

const priceIn = ({ charge }: Receipt): string => formatNaira(charge ?? Number.NaN);

describe('what is not known at first', () => {
  type Case = readonly [network: Network, kind: Kind, ending: keyof typeof ends];
  const endings = Object.keys(ends) as (keyof typeof ends)[]; // the literal's keys
  const cases = all.flatMap(([network, kind]) => endings.map((ending): Case => [network, kind, ending]));

  /** What each buyer is answered. Nothing asks a supplier again yet: that would change answers still on their way. */
  async function buyAll() {
    const buyers = await Promise.all(
      cases.map(async (one) => ({ one, ada: await app.make.user({ wallet: naira(1_000) }) })),
    );
    return Promise.all(
      buyers.map(async ({ one, ada }) => {
        const [network, kind, ending] = one;
        const answer = await buy(ada, kind, network, ending);
        const { receipt, msg } = answer.reply;
        const first = {
          answered: [
            answer.status,
            receipt.trans_Status,
            msg.includes(`your ${priceIn(receipt)} is held, not lost`),
          ],
          steps: receipt.timeline.map(({ step }) => step),
          isAskedAgain: receipt.nextCheckAt !== undefined,
          left: receipt.balance_After,
        };
        return { one, ada, first, reference: receipt.reference };
      }),
    );
  }

  function expected([network, kind, ending]: Case) {
    const price = priceOf(kind, network);
    const [status, ...states] = ends[ending];
    return {
      answered: [202, 'pending', true],
      steps: ['made', 'paid', 'sent', 'waiting'],
      isAskedAgain: true,
      left: 1_000 - toNaira(price),
      attempts: named(network, ...states),
      refund: status === 'failed' ? price : null,
      wallet: status === 'failed' ? naira(1_000) : naira(1_000) - price,
    };
  }

  it('is paid (202) and then asked about until it is', async () => {
    const outcomes: [string, unknown][] = [];
    for (const { one, ada, first, reference } of await buyAll()) {
      const { attempts, refund } = await endsAs(app, reference, ends[one[2]][0]);
      outcomes.push([one.join(' '), { ...first, attempts, refund, wallet: await balanceOf(app, ada) }]);
    }
    expect(Object.fromEntries(outcomes)).toEqual(
      Object.fromEntries(cases.map((one) => [one.join(' '), expected(one)])),
    );
  });
});

describe.each(all)('%s %s', (network, kind) => {
  const price = priceOf(kind, network);

  it.each(['1234', '0008'])('%s is delivered: 200, and the slip says so', async (ending) => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const answer = await buy(ada, kind, network, ending);
    expect(answer.status).toBe(200);
    const { msg, receipt } = answer.reply;
    expect(receipt).toMatchObject({
      trans_Status: 'success',
      trans_Type: kind,
      trans_Network: network,
      trans_amount: toNaira(price),
      charge: toNaira(price),
      balance_Before: 1_000,
      balance_After: 1_000 - toNaira(price),
    });
    expect(msg).toContain(receipt.description);
    expect(receipt.apiResponseId).toMatch(/^\d+$/);
    expect(receipt.timeline.map(({ step }) => step)).toEqual(['made', 'paid', 'sent', 'delivered']);
    expect(await balanceOf(app, ada)).toBe(naira(1_000) - price);
    expect((await purchaseOf(app, receipt.reference)).attempts).toEqual(named(network, 'delivered'));
  });

  it.each(['0001', '0010'])(
    '%s is refused by both: 422, the money is back and a refund transaction shows it',
    async (ending) => {
      const ada = await app.make.user({ wallet: naira(1_000) });
      const answer = await buy(ada, kind, network, ending);
      expect([answer.status, answer.refusal.code]).toEqual([422, 'supplier_refused']);
      const receipt = receiptOf(answer);
      expect(answer.refusal.msg).toContain(`${priceIn(receipt)} is back in your wallet`);
      expect(receipt.trans_Status).toBe('failed');
      expect(receipt.timeline.map(({ step }) => step)).toEqual([
        'made',
        'paid',
        'sent',
        'refused',
        'sent',
        'refused',
        'returned',
      ]);
      expect(await balanceOf(app, ada)).toBe(naira(1_000));
      const { transactions } = (await app.as(ada).call('listTransactions')).reply;
      expect(transactions).toMatchObject([
        {
          trans_Type: 'refund',
          trans_Status: 'success',
          trans_amount: toNaira(price),
          balance_Before: 1_000 - toNaira(price),
          balance_After: 1_000,
        },
        { trans_Type: kind, trans_Status: 'failed', reference: receipt.reference },
      ]);
      expect((await purchaseOf(app, receipt.reference)).attempts).toEqual(
        named(network, 'refused', 'refused'),
      );
    },
  );

  it('0009 stays pending, however often it is asked about', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const { receipt } = (await buy(ada, kind, network, '0009')).reply;
    const { receipt: shown } = (await app.as(ada).call('getTransaction', { id: receipt._id })).reply;
    // The first answer says already when the supplier is asked again.
    expect([receipt, shown].map(({ nextCheckAt }) => nextCheckAt !== undefined)).toEqual([true, true]);
    for (let round = 0; round < 4; round += 1) await askNow(app);
    expect(await purchaseOf(app, receipt.reference)).toMatchObject({
      status: 'pending',
      attempts: named(network, 'unknown'),
      refund: null,
    });
    expect(await balanceOf(app, ada)).toBe(naira(1_000) - price);
  });

  it('0011 is delivered, then taken back: the hint is enough, and the money returns', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const answer = await buy(ada, kind, network, '0011');
    expect(answer.status).toBe(200);
    const row = await endsAs(app, answer.reply.receipt.reference, 'refunded');
    expect(row).toMatchObject({ attempts: named(network, 'reversed'), refund: price });
    expect(await balanceOf(app, ada)).toBe(naira(1_000));
    const { receipt } = (await app.as(ada).call('getTransaction', { id: answer.reply.receipt._id })).reply;
    expect(receipt.timeline.map(({ step }) => step)).toEqual([
      'made',
      'paid',
      'sent',
      'delivered',
      'reversed',
      'returned',
    ]);
  });

  it('goes to the next supplier after a certain refusal, under another reference', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const [first = '', second = ''] = shelf[network].suppliers;
    await control(app, `faces/${first.toLowerCase()}`, { failPercent: 100 });
    const answer = await buy(ada, kind, network, '1234');
    await control(app, `faces/${first.toLowerCase()}`, { failPercent: 0 });
    expect(answer.status).toBe(200);
    const { receipt } = answer.reply;
    expect((await purchaseOf(app, receipt.reference)).attempts).toEqual(
      named(network, 'refused', 'delivered'),
    );
    const delivery = app.sandbox
      .journal()
      .deliveries.find(({ recipient }) => recipient === receipt.recipient);
    expect(delivery).toMatchObject({ supplier: second, reference: `${receipt.reference}2` });
    expect(await balanceOf(app, ada)).toBe(naira(1_000) - price);
  });

  it('waits for a supplier that cannot be asked, and does not go to the next one', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const [first = '', second = ''] = shelf[network].suppliers;
    await control(app, `faces/${first.toLowerCase()}`, { down: true });
    const { receipt } = (await buy(ada, kind, network, '1234')).reply;
    for (let round = 0; round < 3; round += 1) await askNow(app);
    expect(await purchaseOf(app, receipt.reference)).toMatchObject({
      status: 'pending',
      attempts: [`${first} unknown`],
    });
    await control(app, `faces/${first.toLowerCase()}`, { down: false });
    // It never heard of the order: twice so, a quiet time apart, is certain, and the next supplier delivers.
    const row = await endsAs(app, receipt.reference, 'success');
    expect(row.attempts).toEqual([`${first} refused`, `${second} delivered`]);
    expect(row.price).toBe(kobo(price));
  });
});

it('a purchase that stays as it is when its supplier is asked again shows nobody a change', async () => {
  const ada = await app.make.user({ wallet: naira(1_000) });
  const received: unknown[] = [];
  onTestFinished(app.context.events.follow(ada.userId, (event) => received.push(event)));
  const first = receiptOf(await buy(ada, 'airtime', 'MTN', '1234'));
  expect(await requeryNow(app.context, first.reference, 1)).toEqual({ provider: 'GLAD', isAnswered: true });
  const next = receiptOf(await buy(ada, 'airtime', 'MTN', '1234'));
  const shown = [first, next].map(({ _id }) => ({ type: 'transaction', _id, status: 'success' }));
  await expect.poll(() => received, { timeout: 10_000 }).toEqual(shown);
});
