import { expect, it } from 'vitest';
import { runKills, type Outcome, type Plan } from './kill.ts';

const TIMEOUT_MS = 600_000;

/** Whatever the moments of the kills: nothing lost, nothing twice, nothing left open that the suppliers have decided. */
function expectOneStory({ statuses, deliveries, ...rest }: Outcome, { purchases }: Plan): void {
  expect(rest).toEqual({ books: [], differences: [], open: [], misled: [], purchases });
  expect(Object.keys(statuses)).toEqual(['200', '202', '422']);
  expect(deliveries).toBeGreaterThan(purchases / 2);
}

const plans: Plan[] = [
  { victim: 'server', kills: 10, purchases: 1_000, seed: 20_261_121 },
  { victim: 'database', kills: 3, purchases: 300, seed: 7 },
];

it.each(plans)(
  '$kills kills of the $victim among $purchases purchases (seed $seed): the suppliers and the books tell one story',
  async (plan) => {
    const said: string[] = [];
    const outcome = await runKills(plan, (line) => said.push(line));
    expectOneStory(outcome, plan);
    expect(said.filter((line) => line.startsWith('kill '))).toHaveLength(plan.kills);
  },
  TIMEOUT_MS,
);
