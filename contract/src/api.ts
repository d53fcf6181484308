/** All calls by name. The server registers each of them; the web uses only their types. */
import {
  changePassword,
  getProfile,
  isTokenValid,
  login,
  logout,
  register,
  requestPasswordReset,
  resetPassword,
  resetUserPassword,
  updateKyc,
} from './accounts.ts';
import {
  createApiToken,
  deleteApiToken,
  listApiTokens,
  revealApiToken,
  rotateApiToken,
} from './api-tokens.ts';
import { awaitService, listAwaitedServices } from './awaited-services.ts';
import type { BodyOf, Call, ParamsOf, QueryOf, ReplyOf } from './call.ts';
import { listPlans, listPrices } from './catalogue.ts';
import { addContact, listContacts, removeContact, updateContact } from './contacts.ts';
import { generateCoupon, redeemCoupon } from './coupons.ts';
import { initiateSquadFunding, testTopUp } from './funding.ts';
import {
  addPlan,
  checkServices,
  deletePlan,
  listCostPrices,
  listSuppliers,
  setCostPrice,
  setSpecialPrice,
  setSupplier,
  updatePlan,
  updatePrice,
  updateServices,
} from './managed-catalogue.ts';
import {
  getNotification,
  listMailCampaigns,
  previewMail,
  sendMail,
  stopMailCampaign,
  updateNotification,
} from './mails.ts';
import type { CallName } from './paths.ts';
import { cancelPriceSchedule, listPriceSchedules, schedulePrices } from './price-schedules.ts';
import { buyAirtime, buyData, buyElectricity, refund, validateMeter } from './purchases.ts';
import { getPush, subscribePush, unsubscribePush } from './push.ts';
import { getReferral, upgradeToReseller, withdrawEarning } from './referrals.ts';
import { closeReservedAccount, generateAccount, generateAccountByGet } from './reserved-accounts.ts';
import {
  getSecurity,
  listSessions,
  endSession,
  endOtherSessions,
  setPin,
  removePin,
  beginTotp,
  confirmTotp,
  renewRecoveryCodes,
  removeTotp,
} from './security.ts';
import { checkSlip, getSales, getTransaction, listTransactions } from './transactions.ts';
import { getStatus } from './status.ts';
import { transferFund, validateUser } from './transfers.ts';
import { decideWaiting, listWaiting } from './waiting.ts';
import { freezeWallet, removeSpendingLimit, setSpendingLimit, unfreezeWallet } from './wallet-guards.ts';
import { listWebhookMessages, replayWebhookMessage, testWebhook, updateWebhook } from './webhooks.ts';
import { getAdminDetails, listStaffActions, listUsers, upgradeUser, upgradeUserByGet } from './staff.ts';
import {
  addBeneficiary,
  listBankCodes,
  listBeneficiaries,
  reQueryWithdrawal,
  removeBeneficiary,
  validateBankAccount,
  withdraw,
} from './withdrawals.ts';

export const api = {
  register,
  login,
  logout,
  isTokenValid,
  getProfile,
  changePassword,
  requestPasswordReset,
  resetPassword,
  listApiTokens,
  createApiToken,
  revealApiToken,
  rotateApiToken,
  deleteApiToken,
  getSecurity,
  listSessions,
  endSession,
  endOtherSessions,
  getPush,
  subscribePush,
  unsubscribePush,
  setPin,
  removePin,
  beginTotp,
  confirmTotp,
  renewRecoveryCodes,
  removeTotp,
  freezeWallet,
  unfreezeWallet,
  setSpendingLimit,
  removeSpendingLimit,
  listContacts,
  addContact,
  updateContact,
  removeContact,
  listPrices,
  listPlans,
  getStatus,
  listAwaitedServices,
  awaitService,
  buyData,
  buyAirtime,
  validateMeter,
  buyElectricity,
  initiateSquadFunding,
  generateAccount,
  generateAccountByGet,
  closeReservedAccount,
  updateKyc,
  getReferral,
  withdrawEarning,
  upgradeToReseller,
  redeemCoupon,
  generateCoupon,
  testTopUp,
  listTransactions,
  getTransaction,
  checkSlip,
  updateWebhook,
  listWebhookMessages,
  replayWebhookMessage,
  testWebhook,
  validateUser,
  transferFund,
  listBankCodes,
  validateBankAccount,
  listBeneficiaries,
  addBeneficiary,
  removeBeneficiary,
  withdraw,
  reQueryWithdrawal,
  refund,
  listWaiting,
  decideWaiting,
  updatePrice,
  addPlan,
  updatePlan,
  deletePlan,
  listPriceSchedules,
  schedulePrices,
  cancelPriceSchedule,
  updateServices,
  checkServices,
  listSuppliers,
  setSupplier,
  listCostPrices,
  setCostPrice,
  setSpecialPrice,
  resetUserPassword,
  sendMail,
  previewMail,
  listMailCampaigns,
  stopMailCampaign,
  getNotification,
  updateNotification,
  getAdminDetails,
  listUsers,
  upgradeUser,
  upgradeUserByGet,
  listStaffActions,
  getSales,
} as const satisfies { [Name in CallName]: Call<Name> };

export type Api = typeof api;
export type CallBody<Name extends CallName> = BodyOf<Api[Name]>;
export type CallQuery<Name extends CallName> = QueryOf<Api[Name]>;
export type CallParams<Name extends CallName> = ParamsOf<Api[Name]>;
export type CallReply<Name extends CallName> = ReplyOf<Api[Name]>;
