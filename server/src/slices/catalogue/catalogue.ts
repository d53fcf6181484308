/**
 * What is sold, kept in the process and read anew when any process changes it. A purchase reads prices here, and the database takes the
 * money only if they are still those of now (server/database/functions/open_purchases.sql).
 */
import type { MeterCompany, Network } from '@jara/contract/constants.ts';
import { kobo, type Kobo } from '@jara/contract/money.ts';
import type { Db, Pool } from '../../platform/db.ts';

export interface Plan {
  id: number;
  network: Network;
  planType: string;
  name: string;
  volumeMb: bigint;
  validity: string;
  priceKobo: { 'smart earner': Kobo; reseller: Kobo; 'api user': Kobo; partner: Kobo };
  costKobo: Kobo;
  isAvailable: boolean;
  /** The id at each supplier that sells it. */
  supplierPlanIds: ReadonlyMap<string, string>;
  /** Rises with each change. */
  version: number;
}

/** A service is open or locked for a network (data, airtime) or for a company (electricity). */
export type ServiceType = 'data' | 'airtime' | 'electricity';

export interface CatalogueState {
  /** Another one after each change; a purchase says by which one it was priced. */
  version: bigint;
  plans: ReadonlyMap<number, Plan>;
  isOpen(network: Network | MeterCompany, service: ServiceType): boolean;
  /** Suppliers in the order in which they are asked. */
  suppliersFor(network: Network | MeterCompany, service: ServiceType): readonly string[];
  /** Naira kobo per GB of a product for one user, which wins over the tier. */
  specialPriceKobo(userId: bigint, product: string): Kobo | undefined;
  /** Kobo per GB that overrides the plan's own cost. */
  costPriceKobo(product: string): Kobo | undefined;
  airtimeCostBasisPoints(network: Network): number;
  electricityCostBasisPoints(disco: MeterCompany): number;
}

export interface Catalogue {
  readonly now: CatalogueState;
  /** Reads it anew; awaited by whoever changed it and shows the result. */
  reload(): Promise<void>;
}

interface PlanRow {
  id: number;
  network: Network;
  planType: string;
  name: string;
  volumeMb: bigint;
  validity: string;
  smart: bigint;
  reseller: bigint;
  api: bigint;
  partner: bigint;
  cost: bigint;
  isAvailable: boolean;
  version: number;
  suppliers: Record<string, string>;
}

const planColumns = `p.id, p.network, p.plan_type as "planType", p.name, p.volume_mb as "volumeMb", p.validity, p.smart_earner_kobo as smart,
       p.reseller_kobo as reseller, p.api_kobo as api, p.partner_kobo as partner, p.cost_kobo as cost, p.is_available as "isAvailable",
  p.version, coalesce((select json_object_agg(s.supplier, s.supplier_plan_id) from supplier_plans s where s.plan_id = p.id), '{}') as suppliers`;

function toPlan({ smart, reseller, api, partner, cost, suppliers, ...plan }: PlanRow): Plan {
  return {
    ...plan,
    priceKobo: {
      'smart earner': kobo(smart),
      reseller: kobo(reseller),
      'api user': kobo(api),
      partner: kobo(partner),
    },
    costKobo: kobo(cost),
    supplierPlanIds: new Map(Object.entries(suppliers)),
  };
}

async function loadPlans(db: Db): Promise<Map<number, Plan>> {
  const rows = await db.rows<PlanRow>(
    `select ${planColumns} from plans p where p.deleted_at is null order by p.id`,
  );
  return new Map(rows.map((row) => [row.id, toPlan(row)]));
}

/** A plan that is not deleted, locked until the caller's commit; undefined when there is none. */
export async function lockPlan(db: Db, id: number): Promise<Plan | undefined> {
  const row = await db.find<PlanRow>(
    `select ${planColumns} from plans p where p.id = $1 and p.deleted_at is null for update`,
    [id],
  );
  return row === undefined ? undefined : toPlan(row);
}

const UNKNOWN_COST_BASIS_POINTS = 10_000;

async function load(pool: Pool): Promise<CatalogueState> {
  // First: what is read after it is of this version or a newer one, never older than it says.
  const { version } = await pool.get<{ version: bigint }>('select version from catalogue_version');
  const plans = await loadPlans(pool);
  const services = await pool.rows<{ name: string; service_type: string; is_open: boolean }>(
    'select name, service_type, is_open from services',
  );
  const open = new Set(services.filter((row) => row.is_open).map((row) => `${row.name}/${row.service_type}`));
  const routeRows = await pool.rows<{ network: string; service_type: string; suppliers: string[] }>(
    'select network, service_type, suppliers from supplier_routes',
  );
  const routes = new Map(routeRows.map((row) => [`${row.network}/${row.service_type}`, row.suppliers]));
  const specialRows = await pool.rows<{ user_id: bigint; product: string; price_kobo: bigint }>(
    'select user_id, product, price_kobo from special_prices',
  );
  const special = new Map(specialRows.map((row) => [`${row.user_id}/${row.product}`, kobo(row.price_kobo)]));
  const costRows = await pool.rows<{ product: string; cost_kobo: bigint }>(
    'select product, cost_kobo from cost_prices',
  );
  const costs = new Map(costRows.map((row) => [row.product, kobo(row.cost_kobo)]));
  const airtimeRows = await pool.rows<{ network: string; cost_basis_points: number }>(
    'select network, cost_basis_points from airtime_costs',
  );
  const airtime = new Map(airtimeRows.map((row) => [row.network, row.cost_basis_points]));
  const electricityRows = await pool.rows<{ disco: string; cost_basis_points: number }>(
    'select disco, cost_basis_points from electricity_costs',
  );
  const electricity = new Map(electricityRows.map((row) => [row.disco, row.cost_basis_points]));
  return {
    version,
    plans,
    isOpen: (network, service) => open.has(`${network}/${service}`),
    suppliersFor: (network, service) => routes.get(`${network}/${service}`) ?? [],
    specialPriceKobo: (userId, product) => special.get(`${userId}/${product}`),
    costPriceKobo: (product) => costs.get(product),
    airtimeCostBasisPoints: (network) => airtime.get(network) ?? UNKNOWN_COST_BASIS_POINTS,
    electricityCostBasisPoints: (disco) => electricity.get(disco) ?? UNKNOWN_COST_BASIS_POINTS,
  };
}

export async function createCatalogue(pool: Pool): Promise<Catalogue> {
  let now = await load(pool);
  let asked = 0;
  let shown = 0;
  async function reload(): Promise<void> {
    const turn = (asked += 1);
    const loaded = await load(pool);
    // A slower, older reading never replaces a newer one; and whoever waits for theirs is shown at least that.
    if (turn < shown) return;
    shown = turn;
    now = loaded;
  }
  await pool.listeners.listen({ channel: 'catalogue_changed', received: reload, missed: reload });
  return {
    get now() {
      return now;
    },
    reload,
  };
}
