import { naira } from '@jara/contract/money.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { PayoutRequeryAnswer } from '../../outside/banks/banks.ts';
import { trialBalance } from '../../ledger/balances.ts';
import { Ongoing } from '../../platform/ongoing.ts';
import { askAboutPayout } from './requery.ts';
import { settleWithdrawal } from './settle.ts';
import { createFakeBank } from './testing/fake-bank.ts';
const app = useTestApp({ env: { PURCHASE_WAIT_MS: '0' } });
const { withdrawTo, holds, stateOf, makeOlder } = createFakeBank(app);

const response = { providerReference: 'NIP1', message: 'words', raw: null };
const said = {
  paid: { ...response, outcome: 'paid' },
  refused: { ...response, outcome: 'refused' },
  processing: { ...response, outcome: 'unknown', reason: 'processing' },
  not_found: { ...response, outcome: 'not_found' },
  silence: { ...response, outcome: 'unknown', reason: 'timeout' },
} satisfies Record<string, PayoutRequeryAnswer>;
type Word = keyof typeof said;

/** Asked just now, by the time of the database. */
async function settle(id: string, word: Word) {
  const { at } = await app.owner.get<{ at: Date }>('select clock_timestamp() as at');
  return settleWithdrawal(app.context.withdrawals.settling, BigInt(id), said[word], at);
}

/** One that the bank never ends by itself, and that nobody here waits for any more. */
async function openOne() {
  const ada = await app.make.user({ wallet: naira(500) });
  const { reply } = await withdrawTo(ada, '0009', 500);
  const id = reply.receipt._id;
  await vi.waitFor(async () => expect(await stateOf(id)).toBe('unknown'));
  return { ada, id };
}

function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, place) => orders(items.toSpliced(place, 1)).map((rest) => [item, ...rest]));
}

describe('a settlement', () => {
  it.each(orders<Word>(['paid', 'refused', 'processing', 'not_found']))(
    'in the order %s, %s, %s, %s ends with the money back once',
    async (...words) => {
      const { ada, id } = await openOne();
      for (const word of [...words, ...words]) await settle(id, word);
      // Whoever is told 'refused' has it back; a bank that pays after that does it at our loss, until it takes that back as well.
      expect(await holds(ada)).toBe(50_000n);
      expect(await stateOf(id)).toBe('reversed_late');
      app.takeErrors();
    },
  );

  it.each<[Word, string, bigint]>([
    ['paid', 'delivered', 0n],
    ['refused', 'refused', 50_000n],
    ['processing', 'manual', 0n],
    ['not_found', 'manual', 0n],
  ])('by the word "%s", that comes when staff were asked already, makes it %s', async (word, state, held) => {
    const { ada, id } = await openOne();
    await makeOlder(id, '25 hours');
    expect(await settle(id, 'processing')).toBe('manual');
    expect(app.takeErrors()).toEqual([expect.stringContaining('staff must ask the bank')]);
    expect([await settle(id, word), await stateOf(id), await holds(ada)]).toEqual([state, state, held]);
    // Said again it changes nothing.
    expect([await settle(id, word), await holds(ada)]).toEqual([state, held]);
  });

  it('keeps the last words of the bank where an answer has none', async () => {
    const { id } = await openOne();
    const say = (word: Word, raw: string) =>
      settleWithdrawal(app.context.withdrawals.settling, BigInt(id), { ...said[word], raw });
    const raw = () => app.owner.get('select raw from withdrawals where transaction_id = $1', [id]);
    await say('processing', 'busy');
    await say('silence', '');
    expect(await raw()).toEqual({ raw: 'busy' });
    expect(await say('paid', '')).toBe('delivered');
    expect(await raw()).toEqual({ raw: 'busy' });
  });

  it('is shown to the user who looks, once for each change', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const received: unknown[] = [];
    onTestFinished(app.context.events.follow(ada.userId, (event) => received.push(event)));
    const _id = (await withdrawTo(ada, '0009', 500)).reply.receipt._id;
    await vi.waitFor(async () => expect(await stateOf(_id)).toBe('unknown'));
    for (const word of ['processing', 'paid', 'paid'] as const) await settle(_id, word);
    const next = (await withdrawTo(ada, '0009', 500)).reply.receipt._id;
    const type = 'transaction';
    await expect
      .poll(() => received.slice(0, 4), { timeout: 10_000 })
      .toEqual([
        { type, _id, status: 'pending' },
        { type, _id },
        { type, _id },
        { type, _id: next, status: 'pending' },
      ]);
  });

  it('goes by the time of the database: a clock that is ahead makes no answer certain', async () => {
    const { ada, id } = await openOne();
    await settle(id, 'not_found');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 });
    try {
      expect(await settle(id, 'not_found')).toBe('unknown');
    } finally {
      vi.useRealTimers();
    }
    expect(await holds(ada)).toBe(0n);
    const { minutes } = await app.context.pool.get<{ minutes: number }>(
      `select extract(epoch from next_check_at - now())::float8 / 60 as minutes from withdrawals where transaction_id = $1`,
      [BigInt(id)],
    );
    expect(minutes).toBeLessThan(15);
  });

  it('of a paid one that comes back returns amount and fee', async () => {
    const { ada, id } = await openOne();
    expect([await settle(id, 'paid'), await settle(id, 'refused')]).toEqual(['delivered', 'reversed']);
    const { receipt } = (await app.as(ada).call('getTransaction', { id })).reply;
    expect(receipt.trans_Status).toBe('refunded');
    expect(receipt.timeline.map(({ step }) => step)).toEqual([
      'made',
      'paid',
      'sent',
      'delivered',
      'reversed',
      'returned',
    ]);
    expect(await holds(ada)).toBe(50_000n);
  });

  it.each<[string, Word[], string[]]>([
    ['nobody knows yet', ['processing'], ['waiting: The bank has not confirmed yet. We keep asking']],
    ['it was paid', ['paid'], ['delivered: In the bank account']],
    [
      'it was refused',
      ['refused'],
      ['refused: The bank did not accept it', 'returned: Your money is back in your wallet'],
    ],
    [
      'it was paid late',
      ['refused', 'paid'],
      [
        'delivered: The bank paid it after your money was returned. Nothing is taken from your wallet again',
        'returned: Your money is back in your wallet',
      ],
    ],
    [
      'it was paid late and came back',
      ['refused', 'paid', 'refused'],
      [
        'reversed: The bank paid it after your money was returned, and sent it back',
        'returned: Your money is back in your wallet',
      ],
    ],
  ])('says on the receipt that %s', async (_what, words, steps) => {
    const { ada, id } = await openOne();
    for (const word of words) await settle(id, word);
    app.takeErrors();
    const { timeline } = (await app.as(ada).call('getTransaction', { id })).reply.receipt;
    expect(timeline.map(({ step, text }) => `${step}: ${text}`)).toEqual([
      'made: Withdrawal received',
      'paid: Paid from your wallet',
      'sent: Sent to the bank',
      ...steps,
    ]);
  });

  it('says on the receipt that staff decide, and asks nobody any more', async () => {
    const { ada, id } = await openOne();
    await makeOlder(id, '25 hours');
    expect(await settle(id, 'processing')).toBe('manual');
    app.takeErrors();
    const { timeline } = (await app.as(ada).call('getTransaction', { id })).reply.receipt;
    expect(timeline.at(-1)).toMatchObject({ step: 'waiting', text: 'We are checking by hand' });
  });

  it('that is late books the loss and tells staff', async () => {
    const { ada, id } = await openOne();
    const lossOf = async () =>
      (await trialBalance(app.context.pool)).find(({ name }) => name === 'late_payout')?.balance ?? 0n;
    const before = await lossOf();
    expect([await settle(id, 'refused'), await settle(id, 'paid')]).toEqual(['refused', 'delivered_late']);
    expect((await lossOf()) - before).toBe(-45_000n);
    expect(app.takeErrors()).toEqual([expect.stringContaining('booked as a loss')]);
    // The bank is asked about it as about any payout: it may send this one back, too.
    expect(
      await app.context.pool.get(
        'select return_check_at > now() as "isAskedAgain" from withdrawals where transaction_id = $1',
        [id],
      ),
    ).toEqual({ isAskedAgain: true });
    // Sent back, it was no loss, and the user still has the money once.
    expect([await settle(id, 'refused'), (await lossOf()) - before]).toEqual(['reversed_late', 0n]);
    for (const word of ['paid', 'refused', 'not_found'] as const)
      expect([await settle(id, word), (await lossOf()) - before, await holds(ada)]).toEqual([
        'reversed_late',
        0n,
        50_000n,
      ]);
  });

  it('happens once, whoever comes first', async () => {
    const { ada, id } = await openOne();
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => settle(id, n % 5 === 0 ? 'refused' : 'not_found')),
    );
    expect([await stateOf(id), await holds(ada)]).toEqual(['refused', 50_000n]);
    const refunds = (await app.as(ada).call('listTransactions', { type: 'refund' })).reply;
    expect(refunds.noOfTransaction).toBe(1);
  });
});

it('the answer and fifty requeries of the same payout end it once', async () => {
  const ada = await app.make.user({ wallet: naira(5_000) });
  const answers = await Promise.all(Array.from({ length: 10 }, () => withdrawTo(ada, '0008', 500)));
  const ids = answers.map(({ reply }) => reply.receipt._id);
  // As another process would ask, which does not know that this one waits.
  const elsewhere = {
    ...app.context,
    withdrawals: { ...app.context.withdrawals, ongoing: new Ongoing<void>() },
  };
  await vi.waitFor(async () => {
    await Promise.all(
      ids.flatMap((id) => Array.from({ length: 5 }, () => askAboutPayout(elsewhere, BigInt(id)))),
    );
    expect(await Promise.all(ids.map((id) => stateOf(id)))).toEqual(ids.map(() => 'delivered'));
  });
  await app.context.withdrawals.ongoing.drain(5_000);
  expect(await holds(ada)).toBe(0n);
  const mine = app.sandbox.journal().payouts.filter(({ accountNumber }) => accountNumber.endsWith('0008'));
  expect(mine).toHaveLength(10);
});

it('a payout that nobody sent is given back once the bank has said twice that it is not there', async () => {
  const { ada, id } = await openOne();
  const old = () => makeOlder(id, '11 minutes');
  await old();
  expect(await settle(id, 'not_found')).toBe('unknown');
  await old();
  // A word about the order takes the first 'not there' back.
  expect([await settle(id, 'processing'), await settle(id, 'not_found')]).toEqual(['unknown', 'unknown']);
  await old();
  expect([await settle(id, 'not_found'), await holds(ada)]).toEqual(['refused', 50_000n]);
});

it('a bank that does not answer says neither that a payout is there nor that it is not', async () => {
  const { ada, id } = await openOne();
  const old = () => makeOlder(id, '11 minutes');
  await old();
  expect(await settle(id, 'silence')).toBe('unknown');
  await old();
  expect([await settle(id, 'not_found'), await holds(ada)]).toEqual(['unknown', 0n]);
  expect(await settle(id, 'silence')).toBe('unknown');
  await old();
  expect([await settle(id, 'not_found'), await holds(ada)]).toEqual(['refused', 50_000n]);
});
