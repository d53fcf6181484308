/** The program with rich books, for the tests that spoil them; as their owner could, who is not held back by any trigger. */
import { beforeAll } from 'vitest';
import { findChainBreaks } from '../src/ledger/chain/chain-rules.ts';
import type { Pool } from '../src/platform/db.ts';
import { useTestApp } from './app.ts';
import { fillBooks } from './rich-books.ts';
import { brokenAfter } from './spoil.ts';

export interface RichBooks {
  /** What does not hold after the statements, of which nothing stays. Each of them has to change something. */
  brokenBy(...statements: string[]): Promise<string[]>;
  /** The same, of what was sealed. */
  unsealedBy(...statements: string[]): Promise<string[]>;
  /** In one commit, with every guard where it stands. */
  asProgram(statements: readonly string[]): Promise<void>;
  readonly owner: Pool;
  /** As the program has it. */
  readonly pool: Pool;
}

export function openRichBooks(): RichBooks {
  const app = useTestApp({ env: { PURCHASE_WAIT_MS: '0', STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000000' } });
  beforeAll(() => fillBooks(app, app.owner));
  return {
    asProgram: (statements) =>
      app.context.pool.commit(async (db) => {
        for (const statement of statements) await db.run(statement);
      }),
    get owner() {
      return app.owner;
    },
    get pool() {
      return app.context.pool;
    },
    brokenBy: (...statements) => brokenAfter(app.owner, statements),
    unsealedBy: (...statements) => brokenAfter(app.owner, statements, (db) => findChainBreaks(db)),
  };
}

/** The id of a user. */
export const userNamed = (name: string): string => `(select id from users where user_name = '${name}')`;

/** Which account: its kind, and its name where there are several. */
export const houseNamed = (kind: string, name = ''): string =>
  `(select id from accounts where kind = '${kind}' and name = '${name}' and user_id is null)`;

export const walletOf = (name: string): string =>
  `(select id from accounts where kind = 'wallet' and user_id = ${userNamed(name)})`;

/** The id of the transaction that a key of the sample stands for. */
export const keyed = (key: string): string =>
  `(select max(transaction_id) from idempotency_keys where key = '${key}')`;

interface Forgery {
  code: string;
  reference: string;
  from: string;
  user: string;
  kobo: number;
}

/** Money in a wallet by a posting that is right in itself: sum, balances and version are as they should be. */
export const forge = ({ code, reference, from, user, kobo }: Forgery): string[] => [
  `insert into postings (code, reference) values ('${code}', '${reference}')`,
  `insert into entries (posting_id, leg, account_id, amount) select max(id), 1, ${from}, ${-kobo} from postings`,
  `insert into entries (posting_id, leg, account_id, amount, balance_before, balance_after, version)
   select (select max(id) from postings), 2, a.id, ${kobo}, a.balance, a.balance + ${kobo}, a.version + 1 from accounts a where a.id = ${walletOf(user)}`,
  `update accounts set balance = balance + ${kobo}, version = version + 1 where id = ${walletOf(user)}`,
];
