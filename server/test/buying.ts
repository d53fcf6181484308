/** What tests of purchases share: an app whose waits are short, the control of the sandbox, and the requery job at will. */
import { naira } from '@jara/contract/money.ts';
import { afterEach, expect, vi } from 'vitest';
import { noClientFacts } from '../src/platform/client-facts.ts';
import type { Db } from '../src/platform/db.ts';
import type { Principal } from '../src/platform/sessions/principal.ts';
import type { PurchaseRequest } from '../src/slices/purchases/request.ts';
import { requeryDue } from '../src/slices/purchases/requery.ts';
import { useTestApp, type RunningApp, type TestApp, type TestAppOptions } from './app.ts';
import { expectJournalToAgree } from './journal.ts';
import type { TestUser } from './make.ts';

export const shortWaits = {
  PURCHASE_FIRST_CHECK_SECONDS: '1',
  PURCHASE_UNKNOWN_REFERENCE_QUIET_SECONDS: '1',
  GLAD_TIMEOUT_MS: '1500',
  ALARO_TIMEOUT_MS: '1500',
  VTPASS_TIMEOUT_MS: '1500',
};

/** Where suppliers of the sandbox are slow because the machine is. */
export const patientWaits = { GLAD_TIMEOUT_MS: '20000', ALARO_TIMEOUT_MS: '20000' };

/** The app, with the journal held against the books after each test. */
export function useShop(options: TestAppOptions = {}): TestApp {
  const app = useTestApp({ ...options, env: { ...shortWaits, ...options.env } });
  afterEach(() => expectJournalToAgree(app.context.pool, app.sandbox.journal()));
  return app;
}

type App = TestApp | RunningApp;

const prefixes = {
  MTN: ['0803', '0806', '0703', '0706', '0813', '0816', '0810', '0814', '0903', '0906'],
  GLO: ['0805', '0807', '0705', '0815', '0811', '0905'],
};
let numbers = 0;

/** A fresh number that ends as asked: the last four digits choose what the sandbox does. */
export function numberOf(network: 'MTN' | 'GLO', ending: string): string {
  const prefix = prefixes[network][Math.floor(numbers / 1_000)];
  if (prefix === undefined) throw new Error(`no more numbers of ${network}`);
  numbers += 1;
  return `${prefix}${String(numbers % 1_000).padStart(3, '0')}${ending}`;
}

/** Of the catalogue of now, whoever has read it. */
export const catalogueVersion = async (db: Db): Promise<bigint> =>
  (await db.get<{ version: bigint }>('select version from catalogue_version')).version;

type OrderChanges = Partial<
  Pick<PurchaseRequest, 'key' | 'recipient' | 'priceKobo' | 'force' | 'description'>
>;

/** Airtime of 500 naira for 495, as the engine of purchases takes it. */
export const airtimeOrder = (
  buyer: Principal,
  recipient: string,
  version: bigint,
  changes: OrderChanges = {},
): PurchaseRequest => ({
  buyer,
  type: 'airtime',
  network: 'MTN',
  product: 'MTN-AIRTIME',
  description: 'MTN airtime',
  recipient,
  planId: null,
  priceKobo: naira(495),
  faceValueKobo: naira(500),
  costKobo: naira(485),
  catalogueVersion: version,
  volumeMb: null,
  key: null,
  client: noClientFacts,
  force: false,
  ...changes,
});

export async function control(app: App, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${app.sandbox.url}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  await response.body?.cancel();
}

/** One round of the requery job, as if the next time of every open purchase had come. */
export async function askNow({ context }: App): Promise<void> {
  await context.pool.run(
    'update purchase_attempts set next_check_at = now() where next_check_at is not null',
  );
  while ((await requeryDue(context)) > 0);
}

export interface PurchaseRow {
  status: string;
  /** The states of its attempts, in order: `GLAD refused`. */
  attempts: string[];
  price: bigint;
  cost: bigint;
  refund: bigint | null;
}

export async function purchaseOf({ context }: App, reference: string): Promise<PurchaseRow> {
  return context.pool.get<PurchaseRow>(
    `select t.status, t.price_kobo as price, t.cost_kobo as cost,
       (select array_agg(a.supplier || ' ' || a.state order by a.attempt) from purchase_attempts a where a.transaction_id = t.id) as attempts,
       (select r.amount_kobo from transactions r where r.related_id = t.id and r.type = 'refund') as refund
     from transactions t where t.reference = $1`,
    [reference],
  );
}

/** Asks again and again until the purchase is as expected. */
export async function endsAs(app: App, reference: string, expected: string): Promise<PurchaseRow> {
  return vi.waitFor(
    async () => {
      await askNow(app);
      const row = await purchaseOf(app, reference);
      if (row.status !== expected)
        throw new Error(`${reference} is ${row.status}: ${row.attempts.join(', ')}`);
      return row;
    },
    { timeout: 20_000, interval: 100 },
  );
}

export async function balanceOf({ context }: App, user: { walletAccountId: bigint }): Promise<bigint> {
  const { balance } = await context.pool.get<{ balance: bigint }>(
    'select balance from accounts where id = $1',
    [user.walletAccountId],
  );
  return balance;
}

/** What a refusal says. Fails the test when the refused call took money or left a transaction. */
export async function refusalOf(
  app: App,
  user: TestUser,
  call: 'buyData' | 'buyAirtime' | 'buyElectricity',
  body: Record<string, unknown>,
): Promise<{ status: number; msg: string; code: string; body: unknown }> {
  const [balance, transactions] = [await balanceOf(app, user), await transactionsOf(app, user)];
  const answer = await app.as(user).call(call, body);
  const { msg, code } = answer.refusal;
  expect([await balanceOf(app, user), await transactionsOf(app, user)]).toEqual([balance, transactions]);
  return { status: answer.status, msg, code, body: answer.body };
}

/** How many transactions a user has. */
export async function transactionsOf({ context }: App, user: { userId: bigint }): Promise<number> {
  const { count } = await context.pool.get<{ count: bigint }>(
    'select count(*) from transactions where user_id = $1',
    [user.userId],
  );
  return Number(count);
}

/** An order of ₦500 of MTN airtime as the server sent it, arriving at GLAD once more or for the first time. */
export async function arriveLate(app: App, reference: string, recipient: string): Promise<void> {
  const response = await fetch(`${app.sandbox.url}/glad/api/topup/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Token sandbox-glad-key' },
    body: JSON.stringify({
      network: 1,
      amount: 500,
      mobile_number: recipient,
      ident: reference,
      airtime_type: 'VTU',
      Ported_number: true,
    }),
  });
  expect(response.status).toBe(201);
  await response.body?.cancel();
}

async function buyAirtime(app: App, buyer: TestUser): Promise<string> {
  const order = { network: 1, mobile_number: numberOf('MTN', '5555'), amount: 100 };
  return (await app.as(buyer).call('buyAirtime', order)).reply.receipt._id;
}

/** What an admin decides about a purchase whose supplier wants it back. */
export async function buyToDecide(app: TestApp, buyer: TestUser) {
  const id = await buyAirtime(app, buyer);
  await app.owner.run(
    `update purchase_attempts set disputed_at = answered_at + interval '1 second' where transaction_id = $1`,
    [id],
  );
  return { id, outcome: 'delivered', reason: 'The buyer has it' };
}

/** What an admin says of a purchase that was refunded: that its cost came back. */
export async function buyToRecover(app: App, buyer: TestUser): Promise<{ id: string; reason: string }> {
  const id = await buyAirtime(app, buyer);
  const admin = await app.make.user({ isAdmin: true });
  await app.as(admin).call('refund', { id });
  return { id, reason: 'Their statement says so' };
}
