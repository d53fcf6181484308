/** Each oracle finds what it is for: after one true story, told a little wrong. */
import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { JournalView } from '../../sandbox/src/control/views.ts';
import { useTestApp } from '../test/app.ts';
import { numberOf } from '../test/buying.ts';
import { checkSupplierFloats } from '../src/slices/suppliers/supplier-floats.ts';
import { falseAnswers } from './answer-oracle.ts';
import { Choice } from './choose.ts';
import { createClient, type Client, type Operation } from './client.ts';
import { Counts } from './counts.ts';
import { floatBreaks } from './float-oracle.ts';
import { controlAt } from './installation.ts';
import { compareJournal } from './journal-oracle.ts';
import { readMade } from './made.ts';
import { findDrift } from './model.ts';
import type { Cast, Person } from './people.ts';
import { solvencyBreaks, unwrittenMessages } from './shop-oracle.ts';
import { DECISION } from './staff-work.ts';

const app = useTestApp({ env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000000000' } });
const decision = `${DECISION} 1`;
let operations: readonly Operation[];
let journal: JournalView;
let cast: Cast;

async function makePerson(wallet: number, isAdmin = false): Promise<Person> {
  const user = await app.make.user({ wallet: naira(wallet), isAdmin });
  return { ...user, openingKobo: BigInt(wallet) * 100n };
}

beforeAll(async () => {
  const [ada, bola, vendor, admin, second] = [
    await makePerson(5_000),
    await makePerson(5_000),
    await makePerson(0),
    await makePerson(0, true),
    await makePerson(0, true),
  ];
  const buyers = [ada, bola].map((person) => ({
    ...person,
    bankAccounts: [],
    undecidedAccount: '',
    accountNumber: null,
  }));
  const people = { make: () => Promise.reject(new Error('nobody is needed')) };
  cast = { buyers, vendor, admins: [admin, second], people };
  await checkSupplierFloats(app.context);
  const client = createClient([app.url], new Choice(1), new Counts());
  const airtime = { network: 1, amount: 500, mobile_number: numberOf('MTN', '5555') };
  await client.send({ call: 'buyAirtime', person: ada, input: airtime, key: 'k-1' });
  await client.send({ call: 'buyAirtime', person: ada, input: { ...airtime, amount: 50_000 }, key: 'k-2' });
  const sent = { userName: bola.userName, amount: 700 };
  await client.send({ call: 'transferFund', person: ada, input: sent, key: 'k-3' });
  const returned = {
    call: 'decideWaiting',
    input: { id: '1', outcome: 'returned', reason: decision },
  } as const;
  await client.send({ ...returned, person: admin });
  await debitByTwo(client);
  await vi.waitFor(() => {
    if (app.context.purchases.sending.ongoing.ids().length > 0) throw new Error('still sending');
  });
  ({ operations } = client);
  journal = app.sandbox.journal();
});

/** Of two that were asked for, one. */
async function debitByTwo(client: Client): Promise<void> {
  const { buyers, admins } = cast;
  const [, bola] = buyers;
  if (bola === undefined) throw new Error('there is no second buyer');
  const { body } = await client.send({ call: 'testTopUp', person: bola, input: { amount: 300 }, key: 'k-4' });
  const wanted = { id: body.receipt?._id, kind: 'clawback', amount: 250, reason: 'It came twice' };
  const asked = [];
  for (const [index, person] of admins.entries())
    asked.push(await client.send({ call: 'debit', person, input: wanted, key: `debit-${index + 1}` }));
  for (const [index, { body: held }] of asked.entries()) {
    const input = { id: held.staffRequest?._id, reason: 'I saw it' };
    await client.send({ call: 'confirmStaffRequest', person: admins[1 - index] ?? bola, input });
  }
}

const words = (): string[] => operations.map(({ word }) => word);
const untrue = async (changed: readonly Operation[]): Promise<string[]> =>
  falseAnswers(app.context.pool, changed, await readMade(app.context.pool, operations));
/** The operation of a key, answered otherwise. */
const withAnswer = (key: string, change: Partial<Operation>): Operation[] =>
  operations.map((operation) => (operation.key === key ? { ...operation, ...change } : operation));
const driftOf = async (change: { operations?: Operation[]; journal?: JournalView }) =>
  findDrift({
    db: app.context.pool,
    cast,
    upgraded: new Map(),
    operations,
    made: await readMade(app.context.pool, operations),
    journal,
    ...change,
  });

const loggedOut = { code: 'unauthenticated' } as const;

describe('a true story', () => {
  it('has nothing for the oracles', async () => {
    const debiting = ['yes', 'accepted', 'accepted', 'yes', 'no'];
    expect(words()).toEqual(['yes', 'no', 'yes', 'no', ...debiting]);
    expect(await untrue(operations)).toEqual([]);
    const again = { word: 'no', body: loggedOut, mayHaveBeenDone: true, lastTryAt: new Date() } as const;
    expect(await untrue(withAnswer('k-3', { ...again, call: 'upgradeToReseller' }))).toEqual([]);
    expect(await driftOf({})).toEqual({ kobo: 0n, differences: [], late: 0 });
    expect((await compareJournal(app.context.pool, journal)).differences).toEqual([]);
  });
});

describe('a false answer is found', () => {
  it.each<[string, string, Partial<Operation>, string]>([
    ['a no for what was done', 'k-3', { word: 'no' }, 'it made'],
    ['"nothing was done" for what was done', 'k-1', { word: 'unavailable' }, 'it made'],
    ['"log in" for what was done', 'k-3', { word: 'no', body: loggedOut }, 'it made'],
    ['a yes for nothing', 'k-2', { word: 'yes' }, 'it made nothing'],
    ['"the money is back" for a delivery', 'k-1', { word: 'returned' }, 'it is success'],
    ['a no for what staff have done', 'debit-1', { word: 'no' }, 'its key stands for what was done'],
    ['a yes for what staff have not done', 'debit-2', { word: 'yes' }, 'its key stands for nothing'],
    ['a key that nobody had used', 'k-2', { body: { code: 'idempotency_key_reused' } }, 'nobody had used'],
  ])('%s', async (_name, key, change, expected) => {
    expect(await untrue(withAnswer(key, change))).toEqual([expect.stringContaining(expected)]);
  });

  it.each([
    [{ _id: '0' }, 'not 0'],
    [{ trans_amount: 1 }, 'it moved'],
    [{ balance_After: 1 }, 'it left'],
  ])('a receipt with %j', async (change, expected) => {
    const receipt = operations[0]?.body.receipt;
    if (receipt === undefined) throw new Error('there is no receipt');
    const changed = withAnswer('k-1', { body: { receipt: { ...receipt, ...change } } });
    expect(await untrue(changed)).toEqual([expect.stringContaining(expected)]);
  });

  it('a price that the buyer was not shown', async () => {
    const shown = (expectedAmount: number) =>
      untrue(withAnswer('k-1', { input: { ...operations[0]?.input, expectedAmount } }));
    expect(await shown(495)).toEqual([]);
    expect(await shown(494)).toEqual([expect.stringContaining('it cost 49500 kobo, not the 49400')]);
  });

  it('but not where an earlier try of the same request had no answer, and came after this one', async () => {
    for (const key of ['k-3', 'debit-1']) {
      const no = (lastTryAt: Date) =>
        untrue(withAnswer(key, { word: 'no', mayHaveBeenDone: true, lastTryAt }));
      expect(await no(new Date(Date.now() - 3_600_000))).toEqual([]);
      expect(await no(new Date())).toHaveLength(1);
    }
    expect(await untrue(withAnswer('k-3', { word: 'unknown' }))).toEqual([]);
  });
});

describe('a decision of staff', () => {
  const answered = (word: Operation['word']): Operation[] =>
    operations.flatMap((operation) =>
      operation.call === 'decideWaiting' ? [{ ...operation, word, mayHaveBeenDone: word === 'lost' }] : [],
    );
  const record = (): Promise<number> =>
    app.owner.run(
      `insert into staff_actions (actor_id, action, subject, reason, ip, request_id)
       values ($1, 'decideWaiting', 'transaction 1', $2, '127.0.0.1', 'none')`,
      [cast.admins[0].userId, decision],
    );

  it('is on record when it was taken, once, and otherwise never', async () => {
    expect(await untrue(answered('no'))).toEqual([]);
    expect(await untrue(answered('yes'))).toEqual([expect.stringContaining('it is not on record')]);
    await record();
    expect(await untrue(answered('no'))).toEqual([expect.stringContaining('it is on record')]);
    expect(await untrue(answered('lost'))).toEqual([]);
    // It says that the money is back, and the sale is one all the same.
    expect(await untrue(answered('yes'))).toEqual([expect.stringContaining('it is success')]);
    await record();
    expect(await untrue(answered('lost'))).toEqual([expect.stringContaining('on record 2 times')]);
  });
});

describe('a debit by two', () => {
  /** Those of one call, answered otherwise: the first of them was done. */
  const changed = (call: Operation['call'], change: Partial<Operation>) =>
    operations
      .filter((operation) => operation.call === call)
      .map((operation) => ({ ...operation, ...change, input: { ...operation.input, ...change.input } }));

  it('waits as it was asked for', async () => {
    const both = (text: string) => Array.from({ length: 2 }, () => expect.stringContaining(text));
    expect(await untrue(changed('debit', {}))).toEqual([]);
    expect(await untrue(changed('debit', { input: { amount: 251 } }))).toEqual(both('25000 kobo wait'));
    expect(await untrue(changed('debit', { body: {} }))).toEqual(both('nothing waits'));
  });

  it('is done when it was confirmed, and only then', async () => {
    const confirmed = { word: 'yes', body: {} } as const;
    expect(await untrue(changed('confirmStaffRequest', confirmed))).toEqual([
      expect.stringContaining('it is waiting, and took nothing'),
    ]);
    expect(await untrue(changed('confirmStaffRequest', { body: { code: 'not_waiting' } }))).toEqual([
      expect.stringContaining('it waits'),
    ]);
  });
});

describe('what the shop owes', () => {
  const breaks = () =>
    solvencyBreaks(app.context.pool, createClient([app.url], new Choice(1), new Counts()), cast);

  it('is what the dashboard says', async () => {
    expect(await breaks()).toEqual([]);
    const { userId } = cast.buyers[0] ?? cast.vendor;
    await app.owner.run(
      `insert into coupons (id, code_hash, code_ending, owner_id, maker_id, paid_from, amount_kobo) values (1, 'x', 'ABCD', $1, $1, 'wallet', 700)`,
      [userId],
    );
    expect(await breaks()).toEqual(['the dashboard says that 0 naira are owed as coupons, not 700 kobo']);
    await app.owner.run('delete from coupons where amount_kobo = 700');
  });
});

describe('the float at a supplier', () => {
  const breaks = (paidIn: number) =>
    floatBreaks(app.context.pool, controlAt(app.sandbox.url), new Map([['glad', paidIn]]));

  it('is what it was, and what was paid in, less what was spent', async () => {
    expect(await breaks(0)).toEqual([]);
    expect(await breaks(5)).toEqual([expect.stringMatching(/^GLAD states \d+ kobo of ours, not \d+$/)]);
  });

  it('is measured by what it was and what staff accepted', async () => {
    const change = (kobo: number): Promise<number> =>
      app.owner.run(`update supplier_floats set base_kobo = base_kobo + $1 where supplier = 'GLAD'`, [kobo]);
    await change(7);
    expect(await breaks(0)).toEqual([expect.stringContaining('0 kobo were accepted')]);
    await change(-7);
  });
});

describe('a wallet that holds something else', () => {
  it('is found when an answer is not in the books', async () => {
    const { kobo, differences } = await driftOf({
      operations: withAnswer('k-2', { call: 'testTopUp', word: 'yes' }),
    });
    expect([kobo, differences.length]).toEqual([5_000_000n, 1]);
  });

  it('is found when the supplier says that it delivered nothing, or took it back', async () => {
    const reversed = journal.deliveries.map((delivery) => ({ ...delivery, reversedAt: delivery.at }));
    for (const deliveries of [[], reversed])
      expect((await driftOf({ journal: { ...journal, deliveries } })).kobo).toBe(49_500n);
  });
});

describe('a journal that says something else', () => {
  const compare = (deliveries: JournalView['deliveries'], more: Partial<JournalView> = {}) =>
    compareJournal(app.context.pool, { ...journal, deliveries, ...more });

  it('of deliveries is found', async () => {
    const [delivery] = journal.deliveries;
    if (delivery === undefined) throw new Error('nothing was delivered');
    expect((await compare([])).differences).toHaveLength(1);
    expect(await compare([delivery, delivery])).toMatchObject({ doubles: 1 });
    const elsewhere = { ...delivery, supplier: 'ALARO', reference: `${delivery.reference.slice(0, -1)}2` };
    expect((await compare([delivery, elsewhere])).doubles).toBe(1);
    expect(await compare([{ ...delivery, reversedAt: delivery.at }])).toMatchObject({ unknownReturns: 1 });
  });

  it('of payouts and payments is found', async () => {
    const at = new Date().toISOString();
    const account = { bankCode: '000013', accountNumber: '0123455555', accountName: 'ADA' };
    const payout = { ...account, bank: 'squad', reference: 'SBJARA0001_JR1', amount: 950, at };
    const payment = { gateway: 'squad', reference: 'JR2', gatewayReference: 'x', amount: 500, email: '', at };
    const transfer = { ...payment, gateway: 'paymentpoint', reference: 'T1', accountNumber: '6600000001' };
    const more = { payouts: [payout, payout], payments: [payment, transfer] };
    const { differences, doubles } = await compare(journal.deliveries, more);
    expect(differences).toEqual([
      'payout JR1 is there twice',
      'payout JR1 was paid, but never sent',
      expect.stringContaining('card payment JR2'),
      expect.stringContaining('bank transfer T1'),
    ]);
    expect(doubles).toBe(1);
  });
});

// Last: it buys more.
describe('a message to the server of a user', () => {
  const client = () => createClient([app.url], new Choice(2), new Counts());
  const listens = ({ userId }: Person): Promise<number> =>
    app.owner.run(
      `insert into webhook_endpoints (user_id, url, sealed_secret, paused_at) values ($1, 'https://shop.example/hook', '', now())`,
      [userId],
    );

  it('is written for each end of a transaction', async () => {
    const ada = await makePerson(0);
    await listens(ada);
    const top = { call: 'testTopUp', person: ada, input: { amount: 100 } } as const;
    await client().send({ ...top, key: 'm-1' });
    expect(await unwrittenMessages(app.owner)).toEqual({ looked: 1, breaks: [] });
    await app.owner.run('delete from webhook_messages where user_id = $1', [ada.userId]);
    expect(await unwrittenMessages(app.owner)).toEqual({
      looked: 1,
      breaks: [expect.stringMatching(/^JR\w+ was success, of which 0 messages were written$/)],
    });
  });

  it('is written for the success before a refund, too', async () => {
    const ada = await makePerson(2_000);
    await listens(ada);
    const input = { network: 1, amount: 500, mobile_number: numberOf('MTN', '5555') };
    const { body } = await client().send({ call: 'buyAirtime', person: ada, input, key: 'm-2' });
    const refund = { id: body.receipt?._id, reason: 'It never arrived' };
    await client().send({ call: 'refund', person: cast.admins[0], input: refund, key: 'm-3' });
    const types = await app.owner.rows<{ type: string }>(
      'select type from webhook_messages where transaction_id = $1::bigint order by created_at',
      [body.receipt?._id],
    );
    expect(types.map(({ type }) => type)).toEqual(['transaction.success', 'transaction.refunded']);
    await app.owner.run(
      `delete from webhook_messages where transaction_id = $1::bigint and type = 'transaction.success'`,
      [body.receipt?._id],
    );
    expect((await unwrittenMessages(app.owner)).breaks).toContain(
      `${body.receipt?.reference} was success, of which 0 messages were written`,
    );
  });
});
