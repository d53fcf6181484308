/** More kills than a test run has time for: `npm run kill -- server|database [kills] [purchases] [seed]`. */
import { runKills, type Plan } from './kill.ts';

const [victim = 'server', kills = '100', purchases = '10000', seed = String(Date.now() % 1_000_000)] =
  process.argv.slice(2);
const numbers = [kills, purchases, seed].map(Number);
if ((victim !== 'server' && victim !== 'database') || !numbers.every(Number.isSafeInteger)) {
  console.error('npm run kill -- server|database [kills] [purchases] [seed]');
  process.exit(1);
}
const plan: Plan = { victim, kills: Number(kills), purchases: Number(purchases), seed: Number(seed) };

console.log(plan);
const startedMs = performance.now();
const outcome = await runKills(plan, (line) =>
  console.log(`${Math.round((performance.now() - startedMs) / 1_000)} s: ${line}`),
);
console.log(outcome);
const isOneStory =
  outcome.purchases === plan.purchases &&
  [outcome.books, outcome.differences, outcome.open, outcome.misled].every((list) => list.length === 0);
console.log(isOneStory ? 'The suppliers and the books tell one story.' : 'They do NOT tell one story.');
process.exitCode = isOneStory ? 0 : 1;
