import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { SuspenseEntry } from '@jara/contract/calls/suspense.ts';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { demo } from './helpers/people.ts';
import { journal, type Delivery } from './helpers/sandbox.ts';
import { call } from './helpers/server.ts';
import { expect, test } from './helpers/test.ts';

/*
 * After all journeys: the rules of the books hold, and what the suppliers delivered and the gateway took is what the list of transactions
 * says, line by line.
 */

test('the books are clean', () => {
  test.setTimeout(120_000);
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, '../tools/run.mjs'), 'server/src/books.ts'],
    { env: { ...process.env, DATA_DIR: process.env['JARA_DATA_DIR'] ?? '' }, encoding: 'utf8' },
  );
  expect(`${stdout}${stderr}`).toContain('The books are clean.');
  expect(status).toBe(0);
});

test('the suppliers delivered what the list says, and nothing else', async () => {
  test.setTimeout(120_000);
  // What is decided at a supplier becomes known by asking; the two endless numbers have no end.
  await expect.poll(openPurchases, { timeout: 90_000 }).toEqual([]);
  const transactions = (await allTransactions()).filter(isPurchase);
  const { deliveries } = await journal();
  expect(transactions.length).toBeGreaterThan(0);
  const delivered = new Map<string, Delivery[]>();
  for (const delivery of deliveries.filter(({ reversedAt }) => reversedAt === undefined)) {
    // A supplier's reference is ours and the number of the attempt.
    const reference = delivery.reference.slice(0, -1);
    delivered.set(reference, [...(delivered.get(reference) ?? []), delivery]);
  }
  // What staff refunded had been delivered: the money went back, the airtime did not.
  const refundedByStaff = await subjectsOf('refund');
  const said = transactions.filter(
    ({ _id, trans_Status: status }) => status === 'success' || refundedByStaff.has(`transaction ${_id}`),
  );
  expect([...delivered.keys()].sort()).toEqual(said.map(({ reference }) => reference).sort());
  for (const { reference, recipient, trans_Type: kind, faceValue } of said) {
    const [delivery, ...others] = delivered.get(reference) ?? [];
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({ kind, recipient });
    if (kind !== 'data') expect(delivery?.amount).toBe(faceValue);
  }
});

test('the gateway took what the wallets got, and the charge', async () => {
  const funded = (await allTransactions()).filter(
    ({ trans_Type: type, trans_Status: status, paymentLink, description }) =>
      type === 'wallet' && status === 'success' && (paymentLink !== null || description === 'Card funding'),
  );
  const { payments } = await journal();
  // What could not be credited by itself is in suspense, in full, whoever got it afterwards.
  const suspended = new Map((await allSuspense()).map((entry) => [entry.providerReference, entry.amount]));
  expect(
    new Map(
      payments.flatMap(({ reference, amount }) => (suspended.has(reference) ? [[reference, amount]] : [])),
    ),
  ).toEqual(suspended);
  const credited = payments
    .filter(({ reference }) => !suspended.has(reference))
    .map(({ reference, amount }) => `${reference} ${Math.round(amount * 99) / 100}`);
  const said = funded.map(({ reference, trans_amount: amount }) => `${reference} ${amount}`);
  expect(said.length).toBeGreaterThan(0);
  expect(said.sort()).toEqual(credited.sort());
});

const isPurchase = ({ trans_Type: type }: Transaction): boolean =>
  type === 'data' || type === 'airtime' || type === 'electricity';
const isEndless = ({ recipient }: Transaction): boolean => /(0005|0009)$/.test(recipient ?? '');

async function openPurchases(): Promise<string[]> {
  const transactions = await allTransactions({ status: 'pending' });
  return transactions
    .filter((transaction) => isPurchase(transaction) && !isEndless(transaction))
    .map(({ reference, recipient }) => `${reference} for ${recipient}`);
}

/** What staff did this to. */
async function subjectsOf(action: string): Promise<Set<string>> {
  const { token } = await demo('admin');
  const { actions, totalPages } = await call('listStaffActions', { action }, token);
  expect(totalPages).toBe(1);
  return new Set(actions.map(({ subject }) => subject));
}

/** Open and decided. */
async function allSuspense(): Promise<SuspenseEntry[]> {
  const { token } = await demo('admin');
  const queues = await Promise.all(
    ['open', 'decided'].map((queue) => call('listSuspense', { queue }, token)),
  );
  expect(queues.map(({ totalPages }) => totalPages)).toEqual([1, 1]);
  return queues.flatMap(({ suspense }) => suspense);
}

/** Of all users, as an admin sees them. */
async function allTransactions(filters: { status?: string } = {}): Promise<Transaction[]> {
  const { token } = await demo('admin');
  const transactions: Transaction[] = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const reply = await call('listTransactions', { ...filters, page }, token);
    totalPages = reply.totalPages;
    transactions.push(...reply.transactions);
  }
  return transactions;
}
