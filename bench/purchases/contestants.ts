/**
 * What is measured in turn: the product, the same product with purchases written the ordinary way (`baseline`), and with `--before DIR` the
 * product of another checkout of this repository (with its packages installed), over a database of its own making.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig } from '../../server/src/config/config.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { audit } from '../../server/src/ledger/audit.ts';
import { openPool } from '../../server/src/platform/db.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { seed } from '../../server/src/seed/seed.ts';
import { makeWallets, startProgram, type RunningProgram, type Wallets } from './environment.ts';

export interface Contestant {
  name: string;
  /** The name of the database that each of its runs begins with a copy of. */
  template: string;
  prepare(templateUrl: string, wallets: number): Promise<Wallets>;
  start(settings: { databaseUrl: string; sandboxPort: number }): Promise<RunningProgram>;
  /** Throws when its books do not hold. */
  proveBooks(url: string): Promise<void>;
}

interface Checkout {
  migrate: typeof migrate;
  seed: typeof seed;
  environment: { makeWallets: typeof makeWallets };
}

const prepareWith =
  (checkout: Checkout): Contestant['prepare'] =>
  async (url, wallets) => {
    await checkout.migrate(url, { mode: 'sandbox' });
    await checkout.seed(url, createLog('error'), readConfig({}).identity.hashKey);
    return checkout.environment.makeWallets(url, wallets);
  };

const prepare = prepareWith({ migrate, seed, environment: { makeWallets } });

async function proveBooks(url: string): Promise<void> {
  await migrate(url, { mode: 'sandbox' }); // takes the rights of the baseline away again
  const pool = openPool({ url, size: 1, role: null, log: createLog('error') });
  try {
    // The baseline knows no questions about what was delivered.
    await pool.run(
      `update purchase_attempts set return_check_at = return_check_next('purchase', answered_at, true)
       where state = 'delivered' and return_check_at is null`,
    );
    const broken = (await audit(pool)).filter((rule) => rule.breaks.length > 0);
    if (broken.length > 0) throw new Error(`the books do not hold: ${JSON.stringify(broken)}`);
  } finally {
    await pool.close();
  }
}

const ofThisCheckout = (name: 'product' | 'baseline'): Contestant => ({
  name,
  template: 'bench_template',
  prepare,
  start: (settings) => startProgram(name, settings),
  proveBooks,
});

async function ofCheckout(folder: string): Promise<Contestant> {
  const load = (file: string): Promise<unknown> =>
    import(pathToFileURL(path.resolve(folder, file)).href) as Promise<unknown>;
  // What this needs of an older checkout has had the same names and parameters since there was a bench.
  const checkout = {
    ...((await load('server/src/database/migrate.ts')) as Pick<Checkout, 'migrate'>),
    ...((await load('server/src/seed/seed.ts')) as Pick<Checkout, 'seed'>),
    environment: (await load('bench/purchases/environment.ts')) as Checkout['environment'],
  };
  return {
    name: 'before',
    template: 'bench_template_before',
    prepare: prepareWith(checkout),
    start: (settings) => startProgram('product', { ...settings, checkout: path.resolve(folder) }),
    // The rules of this checkout do not know the tables of that one; it proves its books with its own tests.
    proveBooks: () => Promise.resolve(),
  };
}

/** `product` first: what the others are compared with. */
export async function contestants(before: string | undefined, withBaseline: boolean): Promise<Contestant[]> {
  const named = [ofThisCheckout('product')];
  if (withBaseline) named.push(ofThisCheckout('baseline'));
  if (before !== undefined) named.push(await ofCheckout(before));
  return named;
}
