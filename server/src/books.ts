/**
 * `npm run books`: the trial balance, every rule with its result, and the head of the chain. With `--verify-chain` every seal as well; with
 * `--head 12:ab34...`, as an earlier run or the log gave it, that this one is among them. Exits with 1 when something does not hold.
 */
import { parseArgs } from 'node:util';
import { formatKobo, kobo } from '@jara/contract/money.ts';
import { createLog } from './platform/log.ts';
import { readConfig } from './config/config.ts';
import { reachDatabase } from './app/database.ts';
import { audit } from './ledger/audit.ts';
import { trialBalance } from './ledger/balances.ts';
import type { RuleResult } from './ledger/rule.ts';
import { headOfChain, verifyChain, type Head } from './ledger/seals.ts';
import { openPool, type Pool } from './platform/db.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function printTrialBalance(pool: Pool): Promise<void> {
  say('Trial balance');
  let sum = 0n;
  const balances = await pool.commit(async (db) => {
    // As long as it takes: it is run by hand, on books of any size.
    await db.run('set local statement_timeout = 0');
    return trialBalance(db);
  });
  for (const { kind, name, balance } of balances) {
    say(`  ${(name === '' ? kind : `${kind}:${name}`).padEnd(28)} ${formatKobo(balance).padStart(22)}`);
    sum += balance;
  }
  say(`  ${'sum'.padEnd(28)} ${formatKobo(kobo(sum)).padStart(22)}\n`);
}

/** Beside the report, for whoever waits for it. */
function sayRule(
  { rule, statement }: Pick<RuleResult, 'rule' | 'statement'>,
  place: number,
  of: number,
): void {
  process.stderr.write(`  ${place} of ${of}: ${rule} ${statement}\n`);
}

/** As soon as it is known: on big books a rule takes its time. */
function sayResult({ rule, statement, breaks }: RuleResult): void {
  say(`  ${breaks.length === 0 ? 'holds ' : 'BROKEN'} ${rule.padEnd(4)} ${statement}`);
  for (const found of breaks) say(`                ${found}`);
}

const countBroken = (results: readonly RuleResult[]): number =>
  results.filter(({ breaks }) => breaks.length > 0).length;

/** Gives how many rules are broken. */
async function printRules(pool: Pool): Promise<number> {
  say('Rules');
  return countBroken(await audit(pool, { onRule: sayRule, onResult: sayResult }));
}

/** Gives how many of its rules are broken. */
async function printChain(pool: Pool, known: Head | undefined): Promise<number> {
  say('\nChain');
  const results = await pool.commit(async (db) => {
    await db.run('set transaction isolation level repeatable read, read only');
    await db.run('set local statement_timeout = 0');
    return verifyChain(db, known, (done, of) => say(`  ${done} of ${of} seals`));
  });
  for (const result of results) sayResult(result);
  return countBroken(results);
}

async function printHead(pool: Pool): Promise<void> {
  const head = await headOfChain(pool);
  say(head === undefined ? '\nNothing is sealed yet.' : `\nHead of the chain: ${head.id}:${head.digest}`);
}

function readHead(text: string | undefined): Head | undefined {
  if (text === undefined) return undefined;
  const [, id, digest] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (id === undefined || digest === undefined)
    throw new Error('--head is the number of a seal, a colon, and its 64 hexadecimal digits');
  return { id: BigInt(id), digest };
}

const { values } = parseArgs({ options: { 'verify-chain': { type: 'boolean' }, head: { type: 'string' } } });
const known = readHead(values.head);
const config = readConfig({ ...process.env, MODE: 'sandbox' });
const database = await reachDatabase(config, say);
const pool = openPool({ url: database.url, size: 2, role: 'jara_app', log: createLog('error') });
try {
  await printTrialBalance(pool);
  let broken = await printRules(pool);
  if (values['verify-chain'] === true || known !== undefined) broken += await printChain(pool, known);
  await printHead(pool);
  say(broken === 0 ? '\nThe books are clean.' : `\n${broken} rules are broken.`);
  process.exitCode = broken === 0 ? 0 : 1;
} finally {
  await pool.close();
  await database.stop();
}
