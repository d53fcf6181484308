/**
 * `npm run admin -- create --username ada --email ada@example.com --phone 08031234567`: makes an admin; the first one of a live
 * installation has no other way in. The password is asked for, or read from ADMIN_PASSWORD, so that it is in no shell history.
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { normalisePhone } from '@jara/contract/phone.ts';
import { createUser } from './slices/accounts/create-user.ts';
import { readEmail, readUserName } from './slices/accounts/identifiers.ts';
import { hashPassword, refuseBadPassword } from './platform/passwords.ts';
import { createLog } from './platform/log.ts';
import { readConfig } from './config/config.ts';
import { reachDatabase } from './app/database.ts';
import { openPool } from './platform/db.ts';
import { ForeignSchema } from './database/foreign-schema.ts';
import { migrate } from './database/migrate.ts';
import { Refusal } from './platform/refuse.ts';

const usage = 'To make an admin: npm run admin -- create --username NAME --email ADDRESS --phone NUMBER';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

class WrongUse extends Error {
  override name = 'WrongUse';
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { username: { type: 'string' }, email: { type: 'string' }, phone: { type: 'string' } },
    });
  } catch {
    // An option that there is not, or one without its value: `--help` above all.
    throw new WrongUse(usage);
  }
}

function readWanted() {
  const { positionals, values } = readArguments();
  if (positionals.length !== 1 || positionals[0] !== 'create') throw new WrongUse(usage);
  const userName = readUserName(values.username ?? '');
  const email = readEmail(values.email ?? '');
  const phone = normalisePhone(values.phone ?? '');
  if (userName === undefined) throw new WrongUse('--username must be 3 to 20 letters, digits or underscores');
  if (email === undefined) throw new WrongUse('--email is not an e-mail address');
  if (phone === undefined) throw new WrongUse('--phone is not a Nigerian mobile number');
  return { userName, email, phone };
}

async function askPassword(): Promise<string> {
  const given = process.env['ADMIN_PASSWORD'];
  if (given !== undefined) return given;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stdout.write('Password (at least 8 characters, not shown): ');
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const password = await terminal.question('');
  terminal.close();
  say('');
  return password;
}

async function create(): Promise<void> {
  const wanted = readWanted();
  const password = await askPassword();
  const entered = { field: 'password', text: password };
  refuseBadPassword(entered, entered);
  const passwordHash = await hashPassword(password);
  const database = await reachDatabase(readConfig({ ...process.env, MODE: 'sandbox' }), say);
  await migrate(database.url, database);
  const pool = openPool({ url: database.url, size: 1, role: 'jara_app', log: createLog('error') });
  try {
    await pool.commit((db) =>
      createUser(db, { ...wanted, fullName: wanted.userName, passwordHash, isAdmin: true }),
    );
    say(`${wanted.userName} is an admin now and can log in.`);
  } finally {
    await pool.close();
    await database.stop();
  }
}

try {
  await create();
} catch (error) {
  const isExpected = [WrongUse, Refusal, ForeignSchema].some((kind) => error instanceof kind);
  const taken =
    error instanceof Error && 'constraint' in error
      ? 'That username, e-mail or phone has an account already.'
      : '';
  console.error(isExpected && error instanceof Error ? error.message : taken || error);
  process.exitCode = 1;
}
