/** What a measurement stands on: PostgreSQL as durable as in production, the sandbox, wallets, and the two programs. */
import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Client } from 'pg';
import { root } from '../../tools/checkout.mjs';
import { bundleOf } from './bundle.ts';

export interface Wallets {
  count: number;
  tokenOf(index: number): string;
}

// Tokens that the bench can compute again: 43 characters like real ones.
const token = (index: number): string => createHash('sha256').update(`bench ${index}`).digest('base64url');

export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes demo users with a wallet of a hundred million naira each and an open session, as the books know them. */
export async function makeWallets(url: string, count: number): Promise<Wallets> {
  const tokens = Array.from({ length: count }, (_, index) => token(index));
  const hashes = tokens.map((text) => createHash('sha256').update(text).digest());
  await withClient(url, async (client) => {
    await client.query(
      `with u as (
         insert into users (user_name, full_name, email, phone, password_hash, is_demo)
         select 'bench_' || n, 'Bench', 'bench' || n || '@example.com', '0900' || lpad(n::text, 7, '0'), '-', true
         from generate_series(0, $1 - 1) n returning id, user_name),
       s as (
         insert into sessions (token_hash, user_id, expires_at)
         select ($2::bytea[])[split_part(user_name, '_', 2)::int + 1], id, now() + interval '1 day' from u)
       insert into accounts (kind, user_id, balance, version)
       select k, id, 0, 0 from u cross join unnest(array['wallet', 'earnings']) k`,
      [count, hashes],
    );
    await client.query(`insert into accounts (kind) values ('issuance') on conflict do nothing`);
    await client.query(
      `with w as (
         update accounts set balance = 10000000000, version = 1 where kind = 'wallet' and version = 0 returning id, user_id),
       p as (insert into postings (code, reference) select 'issue.demo', user_id::text from w returning id, reference)
       insert into entries (posting_id, leg, account_id, amount, balance_before, balance_after, version)
       select p.id, 1, w.id, 10000000000, 0, 10000000000, 1 from p join w on w.user_id = p.reference::bigint
       union all
       select id, 2, (select id from accounts where kind = 'issuance'), -10000000000, null, null, null from p`,
    );
    await client.query('vacuum analyze');
  });
  return { count, tokenOf: (index) => tokens[index] ?? '' };
}

/** The program that is measured for comparison writes the books by itself. Migrating takes the rights away again. */
const letBaselineWrite = (url: string): Promise<unknown> =>
  withClient(url, (client) =>
    client.query(`
      grant insert on postings, entries, transactions, purchase_attempts, idempotency_keys to jara_app;
      grant update on accounts, transactions, purchase_attempts to jara_app`),
  );

export interface RunningProgram {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

export async function startProgram(
  program: 'product' | 'baseline',
  settings: { databaseUrl: string; sandboxPort: number; env?: Record<string, string>; checkout?: string },
): Promise<RunningProgram> {
  if (program === 'baseline') await letBaselineWrite(settings.databaseUrl);
  const bundle = await bundleOf(settings.checkout ?? root);
  const child = fork(bundle.file, {
    execArgv: [...bundle.flags, '--enable-source-maps'],
    env: {
      ...process.env,
      ...settings.env,
      BENCH_PROGRAM: program,
      DATABASE_URL: settings.databaseUrl,
      SANDBOX_PORT: String(settings.sandboxPort),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [message] = (await Promise.race([once(child, 'message'), failedStart(child)])) as [{ port: number }];
  return {
    port: message.port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function failedStart(child: ChildProcess): Promise<never> {
  await once(child, 'exit');
  throw new Error('the program under measurement did not start');
}
