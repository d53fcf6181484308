/**
 * Whatever is sent, by whomever: no answer of the kind 500, each in the documented shape, nothing of anybody else in it, and the books hold.
 * `npm run fuzz -- --requests 200000 --seed 7` sends more than a test run has time for.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type RunningApp } from '../../test/app.ts';
import { runFuzz, type Plan } from './run.ts';

const plan: Plan = {
  requests: Number(process.env['FUZZ_REQUESTS'] ?? '6000'),
  seed: Number(process.env['FUZZ_SEED'] ?? '20261122'),
};

let app: RunningApp;
beforeAll(async () => {
  app = await startTestApp({
    env: {
      PURCHASE_WAIT_MS: '100',
      PURCHASE_FIRST_CHECK_SECONDS: '1',
      GLAD_TIMEOUT_MS: '2000',
      ALARO_TIMEOUT_MS: '2000',
      VTPASS_TIMEOUT_MS: '2000',
    },
    jobs: true,
  });
});
afterAll(() => app?.stop());

it(
  `${plan.requests} requests of seed ${plan.seed} find no fault`,
  async () => {
    const outcome = await runFuzz(app, plan, (line) => console.log(line));
    console.log(outcome);
    const { faults, neverDone, books, unexplained, logged } = outcome;
    for (const [what, found] of Object.entries({ faults, neverDone, books, unexplained, logged }))
      expect.soft(found, `${what}: ${JSON.stringify(found).slice(0, 2_000)}`).toEqual([]);
  },
  // It ends by itself; what hangs is told by the requests' own limits.
  60_000 + plan.requests * 100,
);
