/** `npm run books`: the trial balance and every rule with its result. Exits with 1 when a rule is broken. */
import { formatKobo, kobo } from '@jara/contract/money.ts';
import { createLog } from './platform/log.ts';
import { readConfig } from './config/config.ts';
import { reachDatabase } from './app/database.ts';
import { audit } from './ledger/audit.ts';
import { trialBalance } from './ledger/balances.ts';
import { openPool, type Pool } from './platform/db.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function printTrialBalance(pool: Pool): Promise<void> {
  say('Trial balance');
  let sum = 0n;
  for (const { kind, name, balance } of await trialBalance(pool)) {
    say(`  ${(name === '' ? kind : `${kind}:${name}`).padEnd(28)} ${formatKobo(balance).padStart(22)}`);
    sum += balance;
  }
  say(`  ${'sum'.padEnd(28)} ${formatKobo(kobo(sum)).padStart(22)}\n`);
}

/** Gives whether all rules hold. */
async function printRules(pool: Pool): Promise<boolean> {
  say('Rules');
  const results = await audit(pool);
  for (const { rule, statement, breaks } of results) {
    say(`  ${breaks.length === 0 ? 'holds ' : 'BROKEN'} ${rule.padEnd(4)} ${statement}`);
    for (const found of breaks) say(`                ${found}`);
  }
  const broken = results.filter((result) => result.breaks.length > 0).length;
  say(broken === 0 ? '\nThe books are clean.' : `\n${broken} rules are broken.`);
  return broken === 0;
}

const config = readConfig({ ...process.env, MODE: 'sandbox' });
const database = await reachDatabase(config, say);
const pool = openPool({ url: database.url, size: 2, role: 'jara_app', log: createLog('error') });
try {
  await printTrialBalance(pool);
  process.exitCode = (await printRules(pool)) ? 0 : 1;
} finally {
  await pool.close();
  await database.stop();
}
