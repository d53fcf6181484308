/** The database is lost and restored at several moments under load: `npm run rehearse -- [moments] [purchases] [seed]`. */
import { rehearse } from './rehearsal.ts';

const [rounds = 3, purchases = 300, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
if (![rounds, purchases, seed].every(Number.isSafeInteger)) {
  console.error('npm run rehearse -- [moments] [purchases] [seed]');
  process.exit(1);
}
const startedMs = performance.now();
const results = await rehearse({ rounds, purchases, seed }, (line) =>
  console.log(`${Math.round((performance.now() - startedMs) / 1_000)} s: ${line}`),
);
console.table(
  results.map(({ problems, ...figures }) => ({
    ...figures,
    backupMs: Math.round(figures.backupMs),
    restoreMs: Math.round(figures.restoreMs),
    askMs: Math.round(figures.askMs),
    problems: problems.length,
  })),
);
const problems = results.flatMap((round) => round.problems);
for (const problem of problems) console.log(problem);
console.log(problems.length === 0 ? 'Everything is in the books or listed.' : 'NOT everything came back.');
process.exitCode = problems.length === 0 ? 0 : 1;
