/** The pages of a list of transactions, by their number and by where the one before ended. */
import { expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

const list = async (user: TestUser, query: Record<string, unknown> = {}) =>
  (await app.as(user).call('listTransactions', query)).reply;
const references = async (user: TestUser, query: Record<string, unknown> = {}) =>
  (await list(user, query)).transactions.map(({ reference }) => reference);

/** Failed payments, which move nothing: `PAGE001`, `PAGE002` ... */
const write = (user: TestUser, word: string, first: number, last: number) =>
  app.owner.run(
    `insert into transactions (user_id, reference, type, status, description, recipient, amount_kobo)
     select $1, $2 || lpad(n::text, 3, '0'), 'wallet', 'failed', 'A line', '08031234567', 100 from generate_series($3::int, $4::int) n`,
    [user.userId, word, first, last],
  );

it('has 50 a page, the newest first, and says how many pages there are', async () => {
  const ada = await app.make.user();
  await write(ada, 'PAGE', 1, 101);
  const first = await list(ada);
  expect(first).toMatchObject({ page: 1, totalPages: 3, noOfTransaction: 101 });
  expect(first.transactions.map(({ reference }) => reference)).toEqual(
    Array.from({ length: 50 }, (_, n) => `PAGE${String(101 - n).padStart(3, '0')}`),
  );
  expect(await references(ada, { page: 3 })).toEqual(['PAGE001']);
  expect(await list(ada, { page: 4 })).toMatchObject({ transactions: [], page: 4, totalPages: 3 });
  expect(await list(ada, { page: 10_000 })).toMatchObject({ transactions: [], noOfTransaction: 101 });
});

it('goes on below the last one of a page, as many at a time as asked for, while more are written', async () => {
  const ada = await app.make.user();
  await write(ada, 'BELOW', 1, 5);
  const first = await list(ada, { limit: 2 });
  expect(first.transactions.map(({ reference }) => reference)).toEqual(['BELOW005', 'BELOW004']);
  expect(first).toMatchObject({ page: 1, totalPages: 3, noOfTransaction: 5 });
  await write(ada, 'BELOW', 6, 6);
  const second = await list(ada, { limit: 2, before: first.next });
  expect(second.transactions.map(({ reference }) => reference)).toEqual(['BELOW003', 'BELOW002']);
  expect(second).not.toHaveProperty('page');
  expect(second.noOfTransaction).toBe(6);
  const last = await list(ada, { limit: 2, before: second.next });
  expect(last.transactions.map(({ reference }) => reference)).toEqual(['BELOW001']);
  expect(last.next).toBeNull();
  for (const filter of [
    { status: 'failed' },
    { phoneNumber: '0803123' },
    { type: 'wallet', to: '2100-01-01' },
  ]) {
    const found = await list(ada, { ...filter, limit: 3, before: first.next });
    expect(found.transactions.map(({ reference }) => reference)).toEqual([
      'BELOW003',
      'BELOW002',
      'BELOW001',
    ]);
    expect(found.next).toBeNull();
  }
  expect(await references(ada, { before: first.next, status: 'pending' })).toEqual([]);
  expect((await list(ada, { limit: 3, page: 2 })).next).toBeNull();
  expect((await list(ada, { limit: 200 })).next).toBeNull();
});

it.each([
  { limit: 0 },
  { limit: 201 },
  { limit: 'all' },
  { before: 0 },
  { before: -5 },
  { before: 'last' },
  { before: '9223372036854775808' },
  { before: 5, page: 1 },
])('refuses %j', async (query) => {
  const { status, refusal } = await app.as(await app.make.user()).call('listTransactions', query);
  expect([status, refusal.code]).toEqual([400, 'invalid_input']);
});

it.each(['0', '-1', '1.5', '1e9', 'NaN', '1;drop', '9223372036854775808', '10001'])(
  'has no page %s',
  async (page) => {
    const { status, refusal } = await app.as(await app.make.user()).call('listTransactions', { page });
    expect(status).toBe(400);
    expect(refusal.code).toBe('invalid_input');
  },
);
