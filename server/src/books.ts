/**
 * `npm run books`: the trial balance, every rule with its result, and the head of the chain. With `--verify-chain` every seal as well; with
 * `--head 12:ab34...`, as an earlier run or the log gave it, that this one is among them, and with `--signature` and `--public-key`, from the
 * log too, that it was signed by that key; with `--export-chain FILE` all seals into a new file.
 * Exits with 1 when something does not hold.
 */
import { parseArgs } from 'node:util';
import { formatKobo, kobo } from '@jara/contract/money.ts';
import { createLog } from './platform/log.ts';
import { readPlace, type InstallationPlace } from './config/config.ts';
import { reachExisting } from './app/existing-database.ts';
import { problemOf } from './app/problem-of.ts';
import { WrongUse } from './app/wrong-use.ts';
import { audit } from './ledger/audit.ts';
import { trialBalance } from './ledger/balances.ts';
import { verifyChain } from './ledger/chain/chain-rules.ts';
import { isBroken, type RuleResult } from './ledger/rule.ts';
import { exportChain } from './ledger/chain/export-chain.ts';
import { headOfChain, type Head } from './ledger/chain/seals.ts';
import { headText, isSigned, type HeadSignature } from './ledger/chain/signed-head.ts';
import type { AuditWatcher } from './ledger/slices.ts';
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
  }, null);
  for (const { kind, name, balance } of balances) {
    say(`  ${(name === '' ? kind : `${kind}:${name}`).padEnd(28)} ${formatKobo(balance).padStart(22)}`);
    sum += balance;
  }
  say(`  ${'sum'.padEnd(28)} ${formatKobo(kobo(sum)).padStart(22)}\n`);
}

const SAY_EVERY_MS = 5_000;

/** Beside the report, for whoever waits for it: on a terminal in one line that is written over, elsewhere in a line every few seconds. */
function createProgress() {
  const { stderr } = process;
  let now = '';
  let saidMs = performance.now();
  const clear = (): void => {
    if (stderr.isTTY && now !== '') stderr.write('\r\x1b[K');
    now = '';
  };
  const show = (line: string): void => {
    if (stderr.isTTY) {
      stderr.write(`\r\x1b[K${line.slice(0, stderr.columns - 1)}`);
    } else if (performance.now() - saidMs >= SAY_EVERY_MS) {
      saidMs = performance.now();
      stderr.write(`${line}\n`);
    }
    now = line;
  };
  let rule = '';
  const watcher: AuditWatcher = {
    onRule(about, place, of) {
      rule = `  ${place} of ${of}: ${about.rule} ${about.statement}`;
      show(rule);
    },
    onSlice(table, rows, ofAbout) {
      const about = ofAbout === null ? '' : ` of about ${grouped.format(Math.max(ofAbout, rows))}`;
      show(`  ${grouped.format(rows)}${about} rows of ${table};${rule}`);
    },
    onResult(result) {
      clear();
      sayResult(result);
    },
  };
  return watcher;
}

const grouped = new Intl.NumberFormat('en');

/** As soon as it is known: on big books a rule takes its time. */
function sayResult({ rule, statement, breaks, count }: RuleResult): void {
  say(`  ${count === 0 ? 'holds ' : 'BROKEN'} ${rule.padEnd(4)} ${statement}`);
  for (const found of breaks) say(`                ${found}`);
  if (count > breaks.length) say(`                and ${grouped.format(count - breaks.length)} more`);
}

const countBroken = (results: readonly RuleResult[]): number => results.filter(isBroken).length;

/** Gives how many rules are broken. */
async function printRules(pool: Pool): Promise<number> {
  say('Rules');
  return countBroken(await audit(pool, { watcher: createProgress() }));
}

/** A head that somebody kept, and what signed it, if that was kept too. */
interface KnownHead {
  head: Head;
  signed: HeadSignature | undefined;
}

/** Gives how many of its rules are broken, a signature that does not hold among them. */
async function printChain(pool: Pool, known: KnownHead | undefined): Promise<number> {
  say('\nChain');
  const broken = countBroken(await verifyChain(pool, known?.head, { watcher: createProgress() }));
  if (known?.signed === undefined) return broken;
  const holds = isSigned(known.head, known.signed);
  say(`  ${holds ? 'holds ' : 'BROKEN'}      the head that is known was signed by the key that is known`);
  return holds ? broken : broken + 1;
}

async function printHead(pool: Pool): Promise<void> {
  const head = await headOfChain(pool);
  say(head === undefined ? '\nNothing is sealed yet.' : `\nHead of the chain: ${headText(head)}`);
}

function readHead(given: typeof values): KnownHead | undefined {
  const signed = readSignature(given);
  if (given.head === undefined) return undefined;
  const [, id, digest] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(given.head) ?? [];
  if (id === undefined || digest === undefined)
    throw new WrongUse('--head is the number of a seal, a colon, and its 64 hexadecimal digits');
  return { head: { id: BigInt(id), digest }, signed };
}

function readSignature({
  head,
  signature,
  'public-key': publicKey,
}: typeof values): HeadSignature | undefined {
  if (signature === undefined && publicKey === undefined) return undefined;
  if (head === undefined || signature === undefined || publicKey === undefined)
    throw new WrongUse('--head, --signature and --public-key go together: a line of the log has all three');
  return { signature, publicKey };
}

const { values } = parseArgs({
  options: {
    'verify-chain': { type: 'boolean' },
    head: { type: 'string' },
    signature: { type: 'string' },
    'public-key': { type: 'string' },
    'export-chain': { type: 'string' },
  },
});

async function printBooks(config: InstallationPlace, known: KnownHead | undefined): Promise<void> {
  const database = await reachExisting(config, 'are no books', say);
  try {
    const pool = openPool({ url: database.url, size: 2, role: 'jara_app', log: createLog('error') });
    try {
      await printTrialBalance(pool);
      let broken = await printRules(pool);
      if (values['verify-chain'] === true || known !== undefined) broken += await printChain(pool, known);
      await printHead(pool);
      const file = values['export-chain'];
      if (file !== undefined) say(`\n${grouped.format(await exportChain(pool, file))} seals are in ${file}.`);
      say(broken === 0 ? '\nThe books are clean.' : `\n${broken} rules are broken.`);
      process.exitCode = broken === 0 ? 0 : 1;
    } finally {
      await pool.close();
    }
  } finally {
    await database.stop();
  }
}

try {
  const known = readHead(values);
  await printBooks(readPlace(process.env), known);
} catch (error) {
  console.error(problemOf(error));
  process.exitCode = 1;
}
