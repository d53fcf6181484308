import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { startEmbeddedPostgres } from '../../server/src/database/embedded-postgres.ts';
import { removeDataDir } from '../../server/src/database/embedded-postgres-files.ts';
import {
  answers,
  exitOf,
  type Home,
  makeHome,
  type Product,
  removeHome,
  runStart,
  startProduct,
} from '../product.ts';
import { serverFlags } from '../../tools/server-flags.mjs';

/*
 * `npm start` itself: whatever is killed, the next start works and no committed money is missing. Each test has its
 * own copy of the product, and no browser takes part.
 */

let home: Home;
let product: Product | undefined;

test.beforeEach(async () => {
  test.setTimeout(180_000);
  home = await makeHome('start');
});

test.afterEach(async () => {
  await product?.stop();
  product = undefined;
  removeHome(home);
});

async function signIn(url: string): Promise<string> {
  const { token } = await send<{ token: string }>(`${url}/api/v1/auth/login`, undefined, {
    userName: 'smart',
    password: 'JaraSandbox1',
  });
  return token;
}

async function balanceOf(url: string, token: string): Promise<number> {
  const { user } = await send<{ user: { balance: number } }>(`${url}/api/v1/auth`, token);
  return user.balance;
}

async function send<Reply>(url: string, token?: string, body?: object): Promise<Reply> {
  const response = await fetch(url, {
    headers: { 'content-type': 'application/json', ...(token ? { 'x-auth-token': token } : {}) },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  expect(response.ok, `${url} answered ${response.status}`).toBe(true);
  // The shape is the contract's, which the server checks on the way out.
  return (await response.json()) as Reply;
}

/** The process and all that descend from it, as Linux knows them. */
function family(pid: number): number[] {
  const children = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => parentOf(child) === pid);
  return [pid, ...children.flatMap(family)];
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Some end by themselves as soon as their parent is gone. */
function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

test('committed money is there after everything was killed at once', async () => {
  test.skip(!fs.existsSync('/proc/self/stat'), 'finds the processes in /proc');
  product = await startProduct(home);
  const token = await signIn(product.url);
  const before = await balanceOf(product.url, token);
  await send(`${product.url}/api/v1/loophole`, token, { amount: 1_234 });

  const { pid } = product.start;
  if (pid === undefined) throw new Error('the product has no process');
  for (const member of family(pid)) killAtOnce(member);
  await exitOf(product.start);

  product = await startProduct(home);
  expect(await balanceOf(product.url, token)).toBe(before + 1_234);
});

test('when only the start is killed the rest ends by itself, and the next start works', async () => {
  product = await startProduct(home);
  const { url, sandboxUrl, start } = product;
  start.kill('SIGKILL');
  await exitOf(start);
  await expect.poll(() => answers(`${url}/healthz`), { timeout: 30_000 }).toBe(false);
  await expect.poll(() => answers(`${sandboxUrl}/control/faces`), { timeout: 30_000 }).toBe(false);
  product = await startProduct(home);
  expect(await answers(`${product.url}/readyz`)).toBe(true);
});

test("in a database of one's own the server gets the login of the program, and nothing of the owner", async () => {
  test.skip(!fs.existsSync('/proc/self/environ'), 'reads the environment in /proc');
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(home.dataDir, 'own'),
    durable: false,
    log: () => undefined,
  });
  try {
    home.settings = { DATABASE_URL: postgres.url, DATABASE_DIRECT_URL: postgres.url };
    product = await startProduct(home);
    expect(await balanceOf(product.url, await signIn(product.url))).toBeGreaterThan(0);
    const programs = family(product.start.pid ?? 0).map((pid) => ({
      command: fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
      environment: fs.readFileSync(`/proc/${pid}/environ`, 'utf8'),
    }));
    const servers = programs.filter(({ command }) => command.includes('server/dist/main.js'));
    expect(servers).toHaveLength(1);
    expect(programs.filter(({ command }) => command.includes('migrate.js'))).toHaveLength(0);
    for (const { command, environment } of servers) {
      for (const flag of serverFlags) expect(command).toContain(flag);
      for (const name of ['PROGRAM', 'DIRECT']) expect(environment).toContain(`DATABASE_${name}_URL=`);
      expect(environment).not.toContain(new URL(postgres.url).password);
    }
  } finally {
    await product?.stop();
    product = undefined;
    await postgres.stop();
    removeDataDir(path.join(home.dataDir, 'own'));
  }
});

test('what is kept is for its owner alone', async () => {
  product = await startProduct(home);
  const places = [
    home.dataDir,
    ...['sandbox', 'sandbox/journal.jsonl'].map((name) => path.join(home.dataDir, name)),
  ];
  for (const place of places) {
    // Root's database runs as another account, which has to get through.
    const { mode } = fs.statSync(place);
    expect(mode & 0o066, `${place} has mode ${mode.toString(8)}`).toBe(0);
  }
});

test('a stop ends everything and leaves with 0', async () => {
  product = await startProduct(home);
  await product.stop();
  expect(await exitOf(product.start)).toBe(0);
  expect(await answers(`${product.url}/healthz`)).toBe(false);
  expect(await answers(`${product.sandboxUrl}/control/faces`)).toBe(false);
});

test('a port that another program has is named, with the way out', async () => {
  product = await startProduct(home);
  // Only the one port is another program's: the neighbour of a free port may be anybody's.
  const second = { ...(await makeHome('start-second')), port: home.port };
  fs.rmSync(second.logFile, { force: true });
  const code = await exitOf(runStart(second));
  removeHome(second);
  const said = fs.readFileSync(second.logFile, 'utf8');
  expect(code, said).toBe(1);
  expect(said).toContain(`Port ${home.port} is taken by another program.`);
  expect(said).toContain('PORT=');
});

test('a data directory that another start uses is named, with the way out', async () => {
  product = await startProduct(home);
  const second = { ...(await makeHome('start-same-data')), dataDir: home.dataDir };
  fs.rmSync(second.logFile, { force: true });
  const code = await exitOf(runStart(second));
  const said = fs.readFileSync(second.logFile, 'utf8');
  expect(code, said).toBe(1);
  expect(said).toContain(`Another start uses the data directory ${home.dataDir}.`);
  expect(said).toContain('DATA_DIR=');
  expect(said).not.toMatch(/^\s+at /m);
  expect(await answers(`${product.url}/readyz`)).toBe(true);
});
