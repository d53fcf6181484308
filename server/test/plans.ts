/** A plan as staff send one that is new. */
export const newPlan = {
  planNetwork: 'MTN',
  planName: '4GB',
  planType: 'sme',
  planVolumeRatio: 4,
  planValidity: '30 days',
  smartEarnerPrice: 2_100,
  resellerPrice: '2050.50',
  apiPrice: 2_000,
  planCostPrice: 1_900,
};
