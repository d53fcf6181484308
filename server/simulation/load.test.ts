/** A server that is to end at a crash point gets there by what the load does for that point, whichever it is. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { CustomerPlan } from '@jara/contract/calls/catalogue.ts';
import { startTestApp, type RunningApp } from '../test/app.ts';
import { expectBooksToBalance } from '../test/books.ts';
import { shortWaits } from '../test/buying.ts';
import { armCrashPoint, crashPoints, type CrashPoint } from '../src/ledger/crash-points.ts';
import { expireCoupons } from '../src/slices/coupons/expire-coupons.ts';
import { checkSupplierFloats } from '../src/slices/suppliers/supplier-floats.ts';
import { CatalogueWork } from './catalogue-work.ts';
import { Choice } from './choose.ts';
import { createClient, type Client } from './client.ts';
import { Counts } from './counts.ts';
import { controlAt, payByBankAt } from './installation.ts';
import { Load } from './load.ts';
import { gather, type Cast } from './people.ts';

const points: readonly CrashPoint[] = Object.values(crashPoints).flat();
const LONGEST_MS = 120_000;

let app: RunningApp;
let load: Load;
let client: Client;
let cast: Cast;

beforeAll(async () => {
  const env = {
    TEST_TOP_UP_MAXIMUM_NAIRA: '1000000',
    COUPON_DAILY_MAXIMUM_NAIRA: '1000000000',
    SMS_ENABLED: 'off',
    STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000000000',
  };
  app = await startTestApp({ env: { ...shortWaits, ...env }, jobs: true });
  const counts = new Counts();
  client = createClient([app.url], new Choice(1), counts);
  cast = await gather(app.owner, 4, async (person, call, input) => {
    const { word, body } = await client.send({ call, person, input });
    if (word !== 'yes') throw new Error(`${call} was answered: ${JSON.stringify(body)}`);
    return body;
  });
  const control = controlAt(app.sandbox.url);
  const installation = { owner: app.owner, control, payByBank: payByBankAt(control) };
  load = new Load({ installation, client, cast, choice: new Choice(2), counts, seed: 1, sought: () => [] });
});
afterAll(() => app?.stop());

// The end of the process is the only thing that is not carried out: it would be that of the test.
beforeEach(() => void vi.spyOn(process, 'kill').mockReturnValue(true));
afterEach(() => {
  armCrashPoint(undefined, true);
  vi.mocked(process.kill).mockRestore();
});

it.each(points)(
  '%s',
  async (point) => {
    expect(armCrashPoint(point, true)).toBeUndefined();
    const until = { timeout: LONGEST_MS, interval: 100 };
    await vi.waitFor(async () => {
      await load.pass(point);
      // Each start of a server reads them, and looks for these.
      await checkSupplierFloats(app.context);
      await expireCoupons(app.context);
      expect(process.kill).toHaveBeenCalledWith(process.pid, 'SIGKILL');
    }, until);
  },
  LONGEST_MS + 30_000,
);

it('leaves the books whole', () => expectBooksToBalance(app.owner));

it('changes prices, but not of the plan that is raced for', async () => {
  const counts = new Counts();
  const send = client.send.bind(client);
  const work = new CatalogueWork({ cast, choice: new Choice(3), counts, send });
  const prices = async (): Promise<CustomerPlan[]> => {
    const asked = { call: 'listPlans', person: cast.vendor, input: { network: 1 } } as const;
    const { body } = await client.send(asked);
    return (body as { plans?: CustomerPlan[] }).plans ?? []; // of this call
  };
  const before = new Map((await prices()).map(({ planId, planAmount }) => [planId, planAmount]));
  for (let times = 0; times < 30; times += 1) await work.change();
  const changed = (await prices()).filter(({ planId, planAmount }) => before.get(planId) !== planAmount);
  expect(before.has(3)).toBe(true);
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.filter(({ planId }) => ![1, 2, 5, 6].includes(planId))).toEqual([]);
  expect(counts.of('prices changed')).toBe(30);
});
