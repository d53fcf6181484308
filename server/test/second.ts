/** A second process of the same installation, as far as the database and the suppliers can tell. */
import { paths, type CallName } from '@jara/contract/paths.ts';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { compose, type Program } from '../src/app/compose.ts';
import type { Context } from '../src/app/context.ts';
import { openProgramLogin } from '../src/database/program-login.ts';
import type { TestApp } from './app.ts';

export interface Second {
  readonly context: Context;
  call(
    user: { token: string },
    name: CallName,
    body: Record<string, unknown>,
    key?: string,
  ): Promise<Answered>;
  /** The status of an address that takes no token. */
  get(path: string): Promise<number>;
  /** The sentences that were logged as warnings or errors so far. */
  takeLog(): string[];
}

export interface Answered {
  status: number;
  code: string | null;
  msg: string | null;
  reference: string | null;
  isReplay: boolean;
}

const messageOf = (line: string): string => (JSON.parse(line) as { msg: string }).msg; // pino writes it

/** Composed over the app's database, or over another way to it, before the tests of a file. */
export function useSecond(app: TestApp, databaseUrl: () => string = () => app.databaseUrl): Second {
  let program: Program | undefined;
  let logged: string[] = [];
  const log = pino(
    { level: 'warn', base: null },
    { write: (line: string) => void logged.push(messageOf(line)) },
  );
  const now = (): Program => {
    if (program === undefined) throw new Error('the second process has not started yet');
    return program;
  };
  beforeAll(async () => {
    program = await compose(
      app.context.config,
      await openProgramLogin(databaseUrl(), app.context.config.secretsKey),
      log,
    );
    await program.app.ready();
    // Whether the browser client is built is nobody's business here.
    logged = [];
  });
  afterAll(() => program?.stop());
  return {
    get context() {
      return now().context;
    },
    call: (user, name, body, key) => callOn(now(), user, name, body, key),
    get: async (path) => (await now().app.inject(path)).statusCode,
    takeLog() {
      const taken = logged;
      logged = [];
      return taken;
    },
  };
}

async function callOn(
  { app }: Program,
  user: { token: string },
  name: CallName,
  body: Record<string, unknown>,
  key?: string,
): Promise<Answered> {
  const [method = '', url = ''] = paths[name].split(' ');
  const response = await app.inject({
    method: method as 'GET' | 'POST',
    url,
    headers: { 'x-auth-token': user.token, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    ...(method === 'GET' ? {} : { payload: body }),
  });
  const answered = response.json<{ code?: string; msg?: string; receipt?: { reference: string } }>();
  return {
    status: response.statusCode,
    code: answered.code ?? null,
    msg: answered.msg ?? null,
    reference: answered.receipt?.reference ?? null,
    isReplay: response.headers['idempotent-replayed'] === 'true',
  };
}
