/** Fills a fresh sandbox: catalogue, services, routes, demo accounts. What is there already is left as it is. */
import { meterCompanies, networks } from '@jara/contract/constants.ts';
import { openPool, type Db, type Pool } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { agreeOnIdentityKeys, type IdentityKeys } from '../slices/identity/hash-keys.ts';
import {
  airtimeCostRows,
  electricityCostBasisPoints,
  electricityRoute,
  planRows,
  routeRows,
  supplierPlanIds,
} from './catalogue-rows.ts';
import { seedDemoIdentities } from './demo-identities.ts';
import { seedDemoUsers } from './demo-users.ts';

// Any number that nothing else uses.
const SEEDING_LOCK = 7_241_998;

/** `databaseUrl` logs in as the owner of the schema. */
export async function seed(
  databaseUrl: string,
  log: Log,
  hashKey: string,
  earlierHashKeys: readonly string[] = [],
): Promise<void> {
  const pool = openPool({ url: databaseUrl, size: 2, role: null, log });
  try {
    // One process at a time: the suppliers of the sandbox know the plans by the ids that they have in a fresh catalogue.
    await pool.commit(async (db) => {
      await db.run('set local lock_timeout = 0');
      await db.run('set local statement_timeout = 0');
      await db.run('set local idle_in_transaction_session_timeout = 0');
      await db.run('select pg_advisory_xact_lock($1)', [SEEDING_LOCK]);
      await fill(pool, { hashKey, earlierHashKeys });
    });
  } finally {
    await pool.close();
  }
}

async function fill(pool: Pool, keys: IdentityKeys): Promise<void> {
  await pool.commit(async (db) => {
    const plans = await db.get<{ count: bigint }>('select count(*) from plans');
    if (plans.count === 0n) await seedCatalogue(db);
    const costs = await db.get<{ count: bigint }>('select count(*) from electricity_costs');
    if (costs.count === 0n) await seedElectricity(db);
  });
  await agreeOnIdentityKeys(pool, keys);
  await seedDemoUsers(pool);
  await seedDemoIdentities(pool, keys);
}

async function seedCatalogue(db: Db): Promise<void> {
  for (const [network, type, size, volumeMb, validity, cost, api, reseller, smart] of planRows) {
    const plan = await db.get<{ id: number }>(
      `insert into plans (network, plan_type, name, volume_mb, validity, cost_kobo, api_kobo, partner_kobo, reseller_kobo, smart_earner_kobo)
       values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9) returning id`,
      [network, type, size, volumeMb, validity, cost * 100, api * 100, reseller * 100, smart * 100],
    );
    for (const [supplier, idOf] of Object.entries(supplierPlanIds)) {
      await db.run('insert into supplier_plans (plan_id, supplier, supplier_plan_id) values ($1, $2, $3)', [
        plan.id,
        supplier,
        String(idOf(plan.id)),
      ]);
    }
  }
  for (const network of networks) {
    for (const serviceType of ['data', 'airtime']) {
      await db.run('insert into services (name, service_type) values ($1, $2)', [network, serviceType]);
      await db.run('insert into supplier_routes (network, service_type, suppliers) values ($1, $2, $3)', [
        network,
        serviceType,
        routeRows[network],
      ]);
    }
    await db.run('insert into airtime_costs (network, cost_basis_points) values ($1, $2)', [
      network,
      airtimeCostRows[network],
    ]);
  }
}

async function seedElectricity(db: Db): Promise<void> {
  for (const { name } of meterCompanies) {
    await db.run(`insert into services (name, service_type) values ($1, 'electricity')`, [name]);
    await db.run(
      `insert into supplier_routes (network, service_type, suppliers) values ($1, 'electricity', $2)`,
      [name, electricityRoute],
    );
    await db.run('insert into electricity_costs (disco, cost_basis_points) values ($1, $2)', [
      name,
      electricityCostBasisPoints,
    ]);
  }
}
