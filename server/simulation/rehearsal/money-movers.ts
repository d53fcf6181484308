/** Money that comes in and goes out beside the purchases: a payout, a card payment and a bank transfer. */
import type { JournalView } from '../../../sandbox/src/control/views.ts';
import type { Pool } from '../../src/platform/db.ts';
import { compareJournal } from '../journal-oracle.ts';
import type { Buyer } from './buyers.ts';

interface Places {
  url: string;
  sandboxUrl: string;
}

/** Of nobody: what comes in there waits in suspense. */
const NOBODYS_ACCOUNT = '6600000001';

async function send(url: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { 'x-auth-token': token }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>; // whatever it is
}

/** One of each, until the other side has done it. */
export async function moveMoney(
  { url, sandboxUrl }: Places,
  { token }: Buyer,
  number: number,
): Promise<void> {
  const api = `${url}/api/v1`;
  const account = { bankName: 'GTBank', accountNumber: `${String(700_000 + number)}5555` };
  await send(`${api}/withdraw/validate`, account, token);
  await send(`${api}/withdraw`, { ...account, amount: 500 }, token);
  const { reference } = await send(`${api}/fundWallet/squad/initiate`, { amount: 300 }, token);
  await send(`${sandboxUrl}/control/pay`, { reference });
  await send(`${sandboxUrl}/control/bank-transfer`, { accountNumber: NOBODYS_ACCOUNT, amount: 200 });
}

/** An item of the recovery: what is listed, and what staff compare. */
export interface Item {
  kind: string;
  /** The provider and the reference. */
  name: string;
}

export interface Explained {
  breaks: string[];
  /** Deliveries and payouts that are listed one by one. */
  deliveries: number;
  payouts: number;
  /** Payments and transfers that only a statement has. */
  forStatements: number;
}

/** What journal and books tell differently, without what is listed, or left to a statement that keeps the shop closed. */
export async function explain(pool: Pool, journal: JournalView, items: readonly Item[]): Promise<Explained> {
  const listed = new Set(items.filter(({ kind }) => kind === 'delivery').map(({ name }) => name));
  const statements = new Set(items.filter(({ kind }) => kind === 'statement').map(({ name }) => name));
  const counts = { deliveries: 0, payouts: 0, forStatements: 0 };
  const { differences } = await compareJournal(pool, journal);
  const breaks = differences.filter((difference) => {
    const payout = /^payout (\S+) was paid, but never sent$/.exec(difference)?.[1];
    const delivery = /^(\S+ \S+) was delivered, but never sent$/.exec(difference)?.[1];
    const isExplained =
      (payout !== undefined && listed.has(`squad ${payout}`) && (counts.payouts += 1) > 0) ||
      (delivery !== undefined && listed.has(delivery) && (counts.deliveries += 1) > 0) ||
      (/^card payment \S+ of \S+ is undefined in the books/.test(difference) &&
        statements.has('squad card payments') &&
        (counts.forStatements += 1) > 0) ||
      (/^bank transfer \S+ of \S+ is not in the books$/.test(difference) &&
        statements.has('paymentpoint bank transfers') &&
        (counts.forStatements += 1) > 0);
    return !isExplained;
  });
  return { breaks, ...counts };
}
