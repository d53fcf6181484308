/** What is different in a live installation, tried on one: composed by live settings, or started as the program that it is. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose, type Program } from '../src/app/compose.ts';
import { migrateApart } from '../src/app/migrate-apart.ts';
import { envOfServer, readConfig } from '../src/config/config.ts';
import { liveSettings as settingsOfServer } from '../src/config/testing/live-settings.ts';
import { findFreePort } from '../src/database/free-port.ts';
import { migrate } from '../src/database/migrate.ts';
import { openProgramLogin } from '../src/database/program-login.ts';
import { openPool } from '../src/platform/db.ts';
import { useTestApp } from './app.ts';
import { createEmptyDatabase, type TestDatabase } from './database.ts';
import { runProgram, startServer, type Settings } from './programs/run-program.ts';

const quiet = pino({ level: 'silent' });

/** What a command gets, which knows the owner's login. */
const { DATABASE_PROGRAM_URL: _, ...liveSettings } = settingsOfServer;

/** Migrates and starts as npm start does. */
const start = async (given: Settings) => startServer(envOfServer(given, await migrateApart(given)));

describe('a live installation', () => {
  /** A sandbox whose users and sessions the live program finds in its database. */
  const sandbox = useTestApp();
  let program: Program;
  beforeAll(async () => {
    program = await compose(
      readConfig(settingsOfServer),
      await openProgramLogin(sandbox.databaseUrl, sandbox.context.config.secretsKey),
      quiet,
    );
  });
  afterAll(() => program.stop());

  const ask = async (path: string, token?: string): Promise<[number, unknown]> => {
    const response = await program.app.inject({
      method: 'POST',
      url: path,
      headers: token === undefined ? {} : { 'x-auth-token': token },
      payload: { amount: 100 },
    });
    return [response.statusCode, { ...response.json<object>(), requestId: '' }];
  };

  it('knows no test top-up, whoever asks', async () => {
    const ada = await sandbox.make.user();
    const people = [
      ada,
      await sandbox.make.user({ isCouponVendor: true }),
      await sandbox.make.user({ isAgent: true }),
      await sandbox.make.user({ isAdmin: true }),
    ];
    expect((await sandbox.as(ada).call('testTopUp', { amount: 100 })).status).toBe(200);
    for (const token of [undefined, ...people.map((person) => person.token)]) {
      const unknown = await ask('/api/v1/no-such-call', token);
      expect(await ask('/api/v1/loophole', token)).toEqual(unknown);
      expect(unknown[0]).toBe(404);
    }
  });

  it.each([
    ['main.ts', []],
    ['migrate.ts', []],
    ['admin.ts', ['recovery']],
    ['books.ts', []],
  ])('does not start on the database of a sandbox: %s', async (file, args) => {
    const { databaseUrl, context } = sandbox;
    const database =
      file === 'main.ts'
        ? { DATABASE_PROGRAM_URL: await openProgramLogin(databaseUrl, context.config.secretsKey) }
        : { DATABASE_URL: databaseUrl };
    const { code, text } = await runProgram(file, { ...liveSettings, ...database, PORT: '1' }, args);
    expect(text).toMatch(/^This database was made by a sandbox, .* MODE is live\. Nothing was changed\./);
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
  });
});

describe('the command that empties the database of a sandbox', () => {
  const sandbox = useTestApp();
  const command = (env: Record<string, string>) => runProgram('admin.ts', env, ['remove-demo', '--yes']);

  it('is let in whatever MODE says, and does nothing while the sandbox runs or people are in it', async () => {
    const ada = await sandbox.make.user();
    for (const env of [{}, { MODE: 'live' }]) {
      const { code, text } = await command({ ...env, DATABASE_URL: sandbox.databaseUrl });
      expect(text).toContain(
        `people have accounts in it who are not demo users: ${ada.userName}; another program`,
      );
      expect(code).toBe(1);
    }
    expect((await sandbox.as(ada).call('getProfile')).status).toBe(200);
  });

  it('is not for the database that comes with the product', async () => {
    const { code, text } = await command({ DATA_DIR: '/nowhere' });
    expect(text).toMatch(/^The database that comes with the product is never that of a live installation\./);
    expect(code).toBe(1);
  });
});

describe('a live installation with a customer', () => {
  let database: TestDatabase;
  let saidAtStart: string;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    const port = await findFreePort();
    const { stop, said } = await start({ ...liveSettings, DATABASE_URL: database.url, PORT: String(port) });
    const registered = fetch(`http://127.0.0.1:${port}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        userName: 'ada',
        email: 'ada@shop.example',
        phoneNumber: '08031234567',
        password: 'a long pass phrase',
        passwordCheck: 'a long pass phrase',
      }),
    });
    await registered.finally(() => void stop());
    await stop();
    saidAtStart = said();
  });
  afterAll(() => database.drop());

  it('was told at its start that nobody could confirm what needs two', () => {
    expect(saidAtStart).toContain('what needs a second admin waits for ever');
  });

  it.each([
    ['without MODE', {}],
    ['as a sandbox', { MODE: 'sandbox' }],
  ])('does not start %s', async (_how, mode) => {
    const login = await openProgramLogin(database.url, liveSettings.SECRETS_KEY);
    for (const [file, given] of [
      ['main.ts', { DATABASE_PROGRAM_URL: login }],
      ['migrate.ts', { DATABASE_URL: database.url }],
    ] as const) {
      const { code, text } = await runProgram(file, { ...mode, ...given, PORT: '1' });
      expect(text).toMatch(
        /^This database is that of a live installation, and MODE is not live: .* set MODE=live\./,
      );
      expect(text.trim().split('\n')).toHaveLength(1);
      expect(code).toBe(1);
    }
  });

  it.each([['admin.ts', 'recovery'], ['books.ts']])(
    'does not let %s in without MODE',
    async (file, ...args) => {
      const { code, text } = await runProgram(file, { DATABASE_URL: database.url }, args);
      expect(text).toMatch(/^This database is that of a live installation, and MODE is not live/);
      expect(code).toBe(1);
    },
  );

  it('still has nobody with a published password', async () => {
    const pool = openPool({ url: database.url, size: 1, role: null, log: quiet });
    expect(await pool.rows('select user_name as name from users')).toEqual([{ name: 'ada' }]);
    await pool.close();
  });
});

describe('a live installation without anybody', () => {
  let database: TestDatabase;
  let program: Program;
  const folder = mkdtempSync(join(tmpdir(), 'first-admin-'));
  const person = ['--username', 'ada', '--email', 'ada@shop.example', '--phone', '08031234567'];
  /** As a vault mounts them. */
  const fileWith = (name: string, value: string): string => {
    writeFileSync(join(folder, name), `${value}\n`);
    return join(folder, name);
  };
  beforeAll(async () => {
    database = await createEmptyDatabase();
    await migrate(database.url, { mode: 'live' });
    const config = readConfig(settingsOfServer);
    program = await compose(config, await openProgramLogin(database.url, config.secretsKey), quiet);
  });
  afterAll(async () => {
    await program.stop();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  it('takes no password for its first admin that is the name of the shop, wherever both are read from', async () => {
    const env = {
      ...liveSettings,
      DATABASE_URL: database.url,
      BRAND_NAME_FILE: fileWith('brand', 'Qorvexshop'),
      ADMIN_PASSWORD_FILE: fileWith('easy', 'qorvexshop'),
    };
    expect(await runProgram('admin.ts', env, ['create', ...person])).toEqual({
      code: 1,
      text: expect.stringContaining('easy to guess'),
    });
  });

  it('gets its first admin by the command, who logs in and needs two-step login', async () => {
    const file = fileWith('password', 'a long pass phrase');
    const env = { ...liveSettings, DATABASE_URL: database.url, ADMIN_PASSWORD_FILE: file };
    expect(await runProgram('admin.ts', env, ['create', ...person])).toMatchObject({ code: 0 });

    const login = await program.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { userName: 'ada', password: 'a long pass phrase' },
    });
    const { token, isAdmin } = login.json<{ token: string; isAdmin: boolean }>();
    expect(isAdmin).toBe(true);
    const details = await program.app.inject({ url: '/api/v1/admin/', headers: { 'x-auth-token': token } });
    expect([details.statusCode, details.json<{ code: string }>().code]).toEqual([403, 'totp_setup_required']);

    // How, and nothing of where the program was.
    const asked = await runProgram('admin.ts', env, ['--help']);
    expect(asked).toEqual({
      code: 1,
      text: expect.stringMatching(
        /^To make an admin: .*--phone NUMBER\nOf people who have an account .*:\n(  npm run admin -- .*\n)+After a restore to the past:\n(  npm run admin -- .*\n)+Of the keys .*:\n(  npm run admin -- .*\n)+Where only demo users .*:\n  npm run admin -- remove-demo .*\n$/,
      ),
    });
    const again = await runProgram('admin.ts', env, ['create', ...person]);
    expect(again).toMatchObject({ code: 1, text: expect.stringContaining('has an account already') });
  });
});
