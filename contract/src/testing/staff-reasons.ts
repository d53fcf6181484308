import type { CallName } from '../paths.ts';

/**
 * Changes by staff whose body the specification fixes, word for word, without a reason: a program that sends that body is served. Where a reason
 * can be sent it goes into the staff record, and what waits for a second admin needs it. Every other change by staff needs a reason on the wire,
 * but for those of `withoutReason`.
 */
export const bodyOfSpecification: Partial<Record<CallName, readonly string[]>> = {
  transferFund: ['userName', 'amount'],
  generateCoupon: ['userAccount', 'amount'],
  refund: [],
  resetUserPassword: ['userId'],
  reQueryWithdrawal: ['transactionId'],
  setSpecialPrice: ['userId', 'productName', 'price'],
  updatePrice: ['newPrice', 'dataId'],
  addPlan: [
    'planNetwork',
    'planName',
    'planType',
    'planVolumeRatio',
    'planValidity',
    'planId',
    'smartEarnerPrice',
    'resellerPrice',
    'apiPrice',
    'planCostPrice',
    'planAvailability',
    'partnerPrice',
  ],
  updatePlan: ['_id', 'planId'],
  deletePlan: ['planId'],
  updateServices: ['serviceName'],
  setSupplier: ['network', 'supplierName'],
  setCostPrice: ['network', 'costPrice'],
  sendMail: ['subject', 'message', 'url', 'linkMessage', 'userAccount'],
  updateNotification: ['msg'],
  upgradeUser: [],
  upgradeUserByGet: [],
};

/** Those of the product's own that need none, each with what stands in its place. */
export const withoutReason: Partial<Record<CallName, string>> = {
  voidCoupon: 'the server asks admins for it; vendors void what they paid for themselves',
  revealCoupon: 'vendors and admins see what they made themselves',
  answerDispute: 'the text is what is answered',
  addUserNote: 'the note is what is recorded',
  withdrawStaffRequest: 'nothing was done, and it is their own request',
  schedulePrices: 'what updatePrice does, on a day',
  cancelPriceSchedule: 'nothing was done',
  previewMail: 'changes nothing',
  findAnything: 'changes nothing',
  stopMailCampaign: 'nothing more is sent',
};
