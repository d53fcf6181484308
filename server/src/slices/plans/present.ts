/** Plans as the wire names them. Cost prices leave only towards admins. */
import type { CustomerPlan, PriceItem, SubscriptionPlans } from '@jara/contract/calls/catalogue.ts';
import {
  airtimeNetworkCodes,
  dataNetworkCodes,
  meterCompanies,
  networks,
  type Network,
} from '@jara/contract/constants.ts';
import { isStaff } from '@jara/contract/is-staff.ts';
import { toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import type { CatalogueState, Plan } from '../catalogue/catalogue.ts';
import { describePlan, isOnSale, presentSale } from './managed-plan.ts';
import { airtimePriceBasisPoints, priceForPlan } from '../pricing/price-for.ts';

const volumeRatio = (plan: Plan): number => Number(plan.volumeMb) / 1_000;

export function presentPriceItem(
  catalogue: CatalogueState,
  plan: Plan,
  viewer: Principal | undefined,
): PriceItem {
  const { priceKobo, costKobo } = priceForPlan(catalogue, plan, viewer);
  const seesPartnerPrice = isStaff(viewer) || viewer?.userType === 'partner';
  return {
    _id: String(plan.id),
    id: plan.id,
    plan: plan.name,
    plan_network: plan.network,
    plan_type: plan.planType,
    plan_amount: toNaira(priceKobo),
    month_validate: plan.validity,
    volumeRatio: volumeRatio(plan),
    my_price: toNaira(plan.priceKobo['smart earner']),
    resellerPrice: toNaira(plan.priceKobo.reseller),
    apiPrice: toNaira(plan.priceKobo['api user']),
    isAvailable: isOnSale(catalogue, plan),
    ...(isStaff(viewer) ? presentSale(catalogue, plan) : {}),
    ...(seesPartnerPrice ? { partnerPrice: toNaira(plan.priceKobo.partner) } : {}),
    ...(viewer?.isAdmin === true ? { planCostPrice: toNaira(costKobo) } : {}),
  };
}

export function presentCustomerPlan(
  catalogue: CatalogueState,
  plan: Plan,
  viewer: Principal | undefined,
): CustomerPlan {
  return {
    planId: plan.id,
    planNetwork: plan.network,
    planType: plan.planType,
    planName: plan.name,
    planAmount: toNaira(priceForPlan(catalogue, plan, viewer).priceKobo),
    planValidity: plan.validity,
    volumeRatio: volumeRatio(plan),
    isAvailable: isOnSale(catalogue, plan),
    ...presentForStaff(catalogue, plan, viewer),
  };
}

/** Agents read all prices; what a plan costs, and what suppliers call it, is for admins. */
function presentForStaff(
  catalogue: CatalogueState,
  plan: Plan,
  viewer: Principal | undefined,
): Partial<CustomerPlan> {
  if (!isStaff(viewer)) return {};
  const managed = describePlan(plan);
  const { _id, smartEarnerPrice, resellerPrice, apiPrice, partnerPrice, version } = managed;
  return {
    _id,
    smartEarnerPrice,
    resellerPrice,
    apiPrice,
    partnerPrice,
    version,
    ...presentSale(catalogue, plan),
    planAvailability: plan.isAvailable,
    ...(viewer?.isAdmin === true
      ? { planCostPrice: managed.planCostPrice, supplierPlanIds: managed.supplierPlanIds }
      : {}),
  };
}

/** The groups of the login answer (S3.2). Television has no plans yet. */
export function presentSubscriptionPlans(
  { catalogue, config }: Context,
  viewer: Principal,
): SubscriptionPlans {
  const state = catalogue.now;
  const all = [...state.plans.values()];
  const group = (network: Network, belongs: (plan: Plan) => boolean = () => true) =>
    all
      .filter((plan) => plan.network === network && belongs(plan))
      .map((plan) => presentPriceItem(state, plan, viewer));
  const chargePercent = airtimePriceBasisPoints(config.airtime.priceBasisPoints, viewer.userType) / 100;
  return {
    MTN: group('MTN', (plan) => plan.planType !== 'CG'),
    MTN_CG_PRICE: group('MTN', (plan) => plan.planType === 'CG'),
    GLO: group('GLO'),
    AIRTEL: group('AIRTEL'),
    NMOBILE: group('9MOBILE'),
    CABLETV: [],
    CABLENAME: [],
    DISCO: meterCompanies.map((company) => ({ ...company })),
    NETWORK: networks.map((name) => ({
      name,
      dataCode: dataNetworkCodes[name],
      airtimeCode: airtimeNetworkCodes[name],
      dataAvailable: state.isOpen(name, 'data'),
      airtimeAvailable: state.isOpen(name, 'airtime'),
      airtimeChargePercent: chargePercent,
    })),
  };
}
