import type { CallName } from './paths.ts';

/**
 * What staff do with money, prices, suppliers, settings and the addresses of users, and what they write to all of them in the shop's name: calls that ask them for a step-up (`confirmStepUp`) which is a few minutes
 * old at most. `admin`: other people make the call too, with money of their own, and are not asked.
 */
export const staffStepUp: Partial<Record<CallName, 'staff' | 'admin'>> = {
  transferFund: 'admin',
  generateCoupon: 'admin',
  voidCoupon: 'admin',
  refund: 'staff',
  recoverRefund: 'staff',
  decideWaiting: 'staff',
  decideSuspense: 'staff',
  debit: 'staff',
  confirmStaffRequest: 'staff',
  closeReservedAccount: 'staff',
  setSpecialPrice: 'staff',
  correctContactDetails: 'staff',
  upgradeUser: 'staff',
  upgradeUserByGet: 'staff',
  updatePrice: 'staff',
  addPlan: 'staff',
  updatePlan: 'staff',
  deletePlan: 'staff',
  schedulePrices: 'staff',
  cancelPriceSchedule: 'staff',
  setCostPrice: 'staff',
  setSupplier: 'staff',
  acceptFloat: 'staff',
  updateServices: 'staff',
  sendMail: 'staff',
  updateNotification: 'staff',
};
