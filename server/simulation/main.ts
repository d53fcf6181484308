/** `npm run fire -- --minutes N --seed S [--races N] [--report docs/fire.md]`: exits with 1 when something did not hold. */
import { parseArgs } from 'node:util';
import { runFire, type Plan } from './fire.ts';
import { mergeReport, printed } from './report.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** How often each pair of operations is raced. */
    races: { type: 'string', default: '0' },
    report: { type: 'string' },
  },
});
const [minutes, seed, raceRounds] = [values.minutes, values.seed, values.races].map(Number);
if (
  minutes === undefined ||
  seed === undefined ||
  raceRounds === undefined ||
  ![minutes, seed, raceRounds].every(Number.isFinite)
) {
  console.error('npm run fire -- --minutes N --seed S [--races N] [--report docs/fire.md]');
  process.exit(1);
}
const plan: Plan = {
  seed,
  faultSeconds: minutes * 60,
  raceRounds,
  buyers: 24,
  atOnce: 24,
  faultEveryMs: 2_600,
  longestFreezeMs: 5_000,
  quietSeconds: 20,
};

console.log(plan);
const startedMs = performance.now();
const report = await runFire(plan, (text) =>
  console.log(`${Math.round((performance.now() - startedMs) / 1_000)} s: ${text}`),
);
console.log(printed(report));
if (values.report !== undefined) mergeReport(values.report, report);
process.exitCode = report.violations.length === 0 ? 0 : 1;
