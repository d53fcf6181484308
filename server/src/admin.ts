/**
 * What whoever has the machine does about staff and about a closed shop: `usage` lists it.
 * `npm run admin -- create --username ada --email ada@example.com --phone 08031234567`: makes an admin; the first one of a live
 * installation has no other way in. The password is asked for, or read from ADMIN_PASSWORD or the file of ADMIN_PASSWORD_FILE, so that it
 * is in no shell history.
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { normalisePhone } from '@jara/contract/phone.ts';
import {
  changeRoleByCommand,
  limitStaffByCommand,
  listStaffByCommand,
  resetTotpByCommand,
  roleNames,
} from './slices/accounts/staff-commands.ts';
import { rehashIdentities } from './slices/identity/rehash-identities.ts';
import { operator, recordStaffAction } from './slices/staff-actions/record-staff-action.ts';
import { byOperator } from './slices/staff-actions/staff-money.ts';
import { createUser } from './slices/accounts/create-user.ts';
import { refuseEasyPassword } from './slices/accounts/easy-password.ts';
import { readEmail, readNewUserName } from './slices/accounts/identifiers.ts';
import { hashPassword, refuseBadPassword } from './platform/passwords.ts';
import { createLog } from './platform/log.ts';
import {
  ConfigError,
  readDailyMaxima,
  readFirstAdmin,
  readIdentityKeys,
  readPlace,
  readSecretsKeys,
} from './config/config.ts';
import { reachDatabase, reachedBy } from './app/database.ts';
import { WrongUse } from './app/wrong-use.ts';
import { showKeyUses } from './app/reseal.ts';
import { openPool, type Db } from './platform/db.ts';
import { readTime } from './backup/read-time.ts';
import {
  closeShopByCommand,
  decideItemByCommand,
  openShopByCommand,
  showRecovery,
} from './slices/recovery/commands.ts';
import { ForeignSchema } from './database/foreign-schema.ts';
import { migrate } from './database/migrate.ts';
import { OtherMode } from './database/mode.ts';
import { refuseSharedConnections } from './database/pooling.ts';
import { NotOnlyDemo, removeDemo } from './database/remove-demo.ts';
import { Refusal } from './platform/refuse.ts';

const usage = `To make an admin: npm run admin -- create --username NAME --email ADDRESS --phone NUMBER
Of people who have an account (ROLE: ${roleNames.join(', ')}):
  npm run admin -- list                                            who is staff or a coupon vendor
  npm run admin -- grant --username NAME --role ROLE --reason WORDS
  npm run admin -- revoke --username NAME --role ROLE --reason WORDS
  npm run admin -- limit --username NAME --reason WORDS --refund NAIRA  in a day at most; also --issue, --coupons, --decide; none: as the settings
  npm run admin -- reset-totp --username NAME --reason WORDS       phone, passkeys and recovery codes are lost
After a restore to the past:
  npm run admin -- recovery                              what was found, and what is still missing
  npm run admin -- decide-item --item ID --reason WORDS  a statement was compared, or a delivery explained
  npm run admin -- open-shop --reason WORDS
  npm run admin -- close-shop --restored-to TIME         after other tools restored your own PostgreSQL
Of the keys of the installation, after one was changed:
  npm run admin -- keys                                  what an earlier SECRETS_KEY is still needed for
  npm run admin -- rehash-identities                     by a new IDENTITY_HASH_KEY; no server may run meanwhile
Where only demo users were in the database of a sandbox:
  npm run admin -- remove-demo                           empties it, and makes it that of a live installation`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function wrong(words: string): never {
  throw new WrongUse(words);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        username: { type: 'string' },
        email: { type: 'string' },
        phone: { type: 'string' },
        role: { type: 'string' },
        issue: { type: 'string' },
        coupons: { type: 'string' },
        refund: { type: 'string' },
        decide: { type: 'string' },
        item: { type: 'string' },
        reason: { type: 'string' },
        'restored-to': { type: 'string' },
        yes: { type: 'boolean' },
      },
    });
  } catch {
    // An option that there is not, or one without its value: `--help` above all.
    throw new WrongUse(usage);
  }
}

function readWanted() {
  const { positionals, values } = readArguments();
  if (positionals.length !== 1 || positionals[0] !== 'create') throw new WrongUse(usage);
  const userName = readNewUserName(values.username ?? '');
  const email = readEmail(values.email ?? '');
  const phone = normalisePhone(values.phone ?? '');
  if (userName === undefined) throw new WrongUse('--username must be 3 to 20 letters, digits or underscores');
  if (email === undefined) throw new WrongUse('--email is not an e-mail address');
  if (phone === undefined) throw new WrongUse('--phone is not a Nigerian mobile number');
  return { userName, email, phone };
}

async function askPassword(): Promise<string> {
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
  const given = readFirstAdmin(process.env);
  const password = given.password ?? (await askPassword());
  const entered = { field: 'password', text: password };
  refuseBadPassword(entered, entered);
  await refuseEasyPassword(given.brandName, wanted, entered, 'known');
  const passwordHash = await hashPassword(password, 'known');
  await inDatabase(async (db) => {
    const { userId } = await createUser(db, {
      ...wanted,
      fullName: wanted.userName,
      passwordHash,
      isAdmin: true,
    });
    await recordStaffAction(db, operator.actor, operator.request, {
      action: 'setRoles',
      subject: `user ${userId}`,
      after: { isAdmin: true, isAgent: false, isCouponVendor: false },
      checked: byOperator,
      reason: 'made by npm run admin -- create',
    });
    say(`${wanted.userName} is an admin now and can log in.`);
  });
}

/** In one commit, as the owner of the tables: nobody else appoints staff. */
async function inDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const place = readPlace(process.env);
  const database = await reachDatabase(place, say);
  await migrate(database.url, { ...database, mode: place.mode });
  const pool = openPool({ url: database.url, size: 1, role: null, log: createLog('error') });
  try {
    await pool.commit(work);
  } finally {
    await pool.close();
    await database.stop();
  }
}

/** What a command about staff or a closed shop does; undefined for another command. A sentence that it gives is why it did nothing. */
function readCommand(): ((db: Db) => Promise<string | undefined>) | undefined {
  const { positionals, values } = readArguments();
  const needed = (name: 'username' | 'role' | 'item' | 'reason' | 'restored-to'): string =>
    values[name]?.trim() || wrong(`--${name} is missing\n${usage}`);
  switch (positionals[0] ?? 'create') {
    case 'list':
      return (db) => listStaffByCommand(db, say);
    case 'grant':
    case 'revoke': {
      const grants = positionals[0] === 'grant';
      const wanted = { userName: needed('username'), role: needed('role'), reason: needed('reason'), grants };
      return (db) => changeRoleByCommand(db, wanted, say);
    }
    case 'limit': {
      const { issue, coupons, refund, decide } = values;
      const given = Object.entries({ issue, coupons, refund, decide }).filter(([, sum]) => sum !== undefined);
      if (given.length === 0) wrong(`--issue, --coupons, --refund or --decide is missing\n${usage}`);
      const limits = Object.fromEntries(given);
      const shop = readDailyMaxima(process.env);
      const wanted = { userName: needed('username'), reason: needed('reason'), limits, shop };
      return (db) => limitStaffByCommand(db, wanted, say);
    }
    case 'reset-totp': {
      const wanted = { userName: needed('username'), reason: needed('reason') };
      return (db) => resetTotpByCommand(db, wanted, say);
    }
    case 'keys': {
      const keys = readSecretsKeys(process.env);
      return (db) => showKeyUses(db, keys, say);
    }
    case 'rehash-identities': {
      const keys = readIdentityKeys(process.env);
      return (db) => rehashIdentities(db, keys, say);
    }
    case 'recovery':
      return (db) => showRecovery(db, say).then(() => undefined);
    case 'open-shop': {
      const reason = needed('reason');
      return (db) => openShopByCommand(db, reason, say);
    }
    case 'decide-item': {
      const item = needed('item');
      if (!/^\d{1,18}$/.test(item)) wrong('--item is a number of npm run admin -- recovery');
      const reason = needed('reason');
      return (db) => decideItemByCommand(db, BigInt(item), reason, say);
    }
    case 'close-shop': {
      const restoredTo =
        readTime(needed('restored-to')) ??
        wrong('--restored-to is a time with its zone: 2026-11-22T17:03:00+01:00');
      return (db) => closeShopByCommand(db, restoredTo, say);
    }
    default:
      return undefined;
  }
}

/** Whatever MODE says: it is what changes the mode of a database. */
async function emptySandbox(isSure: boolean): Promise<void> {
  const place = readPlace(process.env);
  const { databaseUrl } = place;
  if (databaseUrl === null)
    wrong(
      'The database that comes with the product is never that of a live installation. Name an empty one in DATABASE_URL, or that of a sandbox.',
    );
  await refuseSharedConnections(reachedBy(databaseUrl, place), 'DATABASE_URL');
  await removeDemo(databaseUrl, isSure, say);
}

async function run(): Promise<void> {
  const { positionals, values } = readArguments();
  if (positionals[0] === 'remove-demo') return emptySandbox(values.yes === true);
  const command = readCommand();
  if (command === undefined) return create();
  // The ids are those of the owner of the schema.
  await inDatabase(async (db) => {
    const problem = await command(db);
    if (problem !== undefined) throw new WrongUse(problem);
  });
}

try {
  await run();
} catch (error) {
  const isExpected = [WrongUse, Refusal, ConfigError, ForeignSchema, NotOnlyDemo, OtherMode].some(
    (kind) => error instanceof kind,
  );
  const broken = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
  const taken =
    broken === undefined
      ? ''
      : broken === 'somebody_stays_admin'
        ? 'Nobody would be left who is an admin: make another one first.'
        : 'That username, e-mail or phone has an account already.';
  console.error(isExpected && error instanceof Error ? error.message : taken || error);
  process.exitCode = 1;
}
