/** A server that is to end at a crash point gets there by what the load does for that point, whichever it is. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTestApp, type RunningApp } from '../test/app.ts';
import { expectBooksToBalance } from '../test/books.ts';
import { shortWaits } from '../test/buying.ts';
import { armCrashPoint, crashPoints, type CrashPoint } from '../src/ledger/crash-points.ts';
import { expireCoupons } from '../src/slices/coupons/expire-coupons.ts';
import { checkSupplierFloats } from '../src/slices/suppliers/supplier-floats.ts';
import { Choice } from './choose.ts';
import { createClient } from './client.ts';
import { Counts } from './counts.ts';
import { controlAt, payByBankAt } from './installation.ts';
import { Load } from './load.ts';
import { gather } from './people.ts';

const points: readonly CrashPoint[] = Object.values(crashPoints).flat();
const LONGEST_MS = 120_000;

let app: RunningApp;
let load: Load;

beforeAll(async () => {
  const env = {
    TEST_TOP_UP_MAXIMUM_NAIRA: '1000000',
    COUPON_DAILY_MAXIMUM_NAIRA: '1000000000',
    SMS_ENABLED: 'off',
    STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000000000',
  };
  app = await startTestApp({ env: { ...shortWaits, ...env }, jobs: true });
  const counts = new Counts();
  const client = createClient([app.url], new Choice(1), counts);
  const cast = await gather(app.owner, 4, async (person, call, input) => {
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
