/** All calls by name. The server registers each of them; the web uses only their types. */
import {
  changePassword,
  getBalance,
  getProfile,
  isTokenValid,
  login,
  logout,
  register,
  requestPasswordReset,
  resetPassword,
  resetUserPassword,
} from './calls/accounts.ts';
import {
  createApiToken,
  deleteApiToken,
  listApiTokens,
  revealApiToken,
  rotateApiToken,
  limitApiToken,
} from './calls/api-tokens.ts';
import { awaitService, listAwaitedServices } from './calls/awaited-services.ts';
import type { BodyOf, Call, ParamsOf, QueryOf, ReplyOf } from './call.ts';
import { confirmIdentity, getIdentityCheck, updateKyc } from './calls/person/kyc.ts';
import { listPlans, listPrices } from './calls/catalogue.ts';
import {
  answerEmailLink,
  changeEmail,
  changePhone,
  confirmPhone,
  correctContactDetails,
  getContactDetails,
  sendEmailLink,
  sendPhoneCode,
} from './calls/person/contact-details.ts';
import { addContact, listContacts, removeContact, updateContact } from './calls/contacts.ts';
import { answerDispute, listDisputes, openDispute } from './calls/receipts/disputes.ts';
import { getStatement } from './calls/receipts/statements.ts';
import { getCustomerCopy, getSalesToday, updateCustomerCopy } from './calls/receipts/customer-copy.ts';
import { generateCoupon, listCoupons, redeemCoupon, revealCoupon, voidCoupon } from './calls/coupons.ts';
import { initiateSquadFunding, testTopUp } from './calls/funding.ts';
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
} from './calls/managed-catalogue.ts';
import {
  getNotification,
  listMailCampaigns,
  previewMail,
  sendMail,
  stopMailCampaign,
  updateNotification,
} from './calls/mails.ts';
import type { CallName } from './paths.ts';
import { cancelPriceSchedule, listPriceSchedules, schedulePrices } from './calls/price-schedules.ts';
import {
  buyAirtime,
  buyData,
  buyElectricity,
  recoverRefund,
  refund,
  validateMeter,
} from './calls/purchases.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  listPasskeys,
  loginWithPasskey,
  removePasskey,
  renamePasskey,
} from './calls/access/passkeys.ts';
import { getPush, subscribePush, unsubscribePush } from './calls/push.ts';
import { decideRecoveryItem, getRecovery, openShop } from './calls/recovery.ts';
import { getReferral, upgradeToReseller, withdrawEarning } from './calls/referrals.ts';
import { closeReservedAccount, generateAccount, generateAccountByGet } from './calls/reserved-accounts.ts';
import {
  getSecurity,
  listSessions,
  endSession,
  endOtherSessions,
  setPin,
  removePin,
  keepPin,
  beginTotp,
  confirmTotp,
  renewRecoveryCodes,
  removeTotp,
  confirmStepUp,
} from './calls/security.ts';
import { findAnything } from './calls/administration/search.ts';
import { addUserNote, listUserNotes } from './calls/administration/user-notes.ts';
import { findSecurityEvents, listSecurityEvents } from './calls/security-events.ts';
import { checkSlip, debit, getSales, getTransaction, listTransactions } from './calls/transactions.ts';
import { getSolvency, getStatus } from './calls/status.ts';
import { transferFund, validateUser } from './calls/transfers.ts';
import { acceptFloat, decideWaiting, listWaiting } from './calls/review-queue.ts';
import {
  confirmStaffRequest,
  listStaffRequests,
  rejectStaffRequest,
  withdrawStaffRequest,
} from './calls/review-queue.ts';
import { decideSuspense, listSuspense } from './calls/suspense.ts';
import {
  freezeWallet,
  removeSpendingLimit,
  setSpendingLimit,
  unfreezeWallet,
} from './calls/spending-controls.ts';
import { closeAccount, endAccess, holdWithdrawals, setStanding } from './calls/standings.ts';
import { listWebhookMessages, replayWebhookMessage, testWebhook, updateWebhook } from './calls/webhooks.ts';
import {
  getAdminDetails,
  listStaffActions,
  listStaffReads,
  listUsers,
  setRoles,
  upgradeUser,
  upgradeUserByGet,
} from './calls/staff.ts';
import {
  addBeneficiary,
  listBankCodes,
  listBeneficiaries,
  reQueryWithdrawal,
  removeBeneficiary,
  validateBankAccount,
  withdraw,
} from './calls/withdrawals.ts';

export const api = {
  register,
  login,
  logout,
  isTokenValid,
  getProfile,
  getBalance,
  changePassword,
  requestPasswordReset,
  resetPassword,
  listApiTokens,
  createApiToken,
  revealApiToken,
  rotateApiToken,
  limitApiToken,
  deleteApiToken,
  getSecurity,
  listSessions,
  endSession,
  endOtherSessions,
  listSecurityEvents,
  getContactDetails,
  sendEmailLink,
  changeEmail,
  answerEmailLink,
  sendPhoneCode,
  changePhone,
  confirmPhone,
  getPush,
  subscribePush,
  unsubscribePush,
  setPin,
  removePin,
  keepPin,
  beginTotp,
  confirmTotp,
  renewRecoveryCodes,
  removeTotp,
  listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  beginPasskeyLogin,
  loginWithPasskey,
  confirmStepUp,
  freezeWallet,
  unfreezeWallet,
  setSpendingLimit,
  removeSpendingLimit,
  closeAccount,
  listContacts,
  addContact,
  updateContact,
  removeContact,
  getCustomerCopy,
  getSalesToday,
  updateCustomerCopy,
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
  getIdentityCheck,
  confirmIdentity,
  getReferral,
  withdrawEarning,
  upgradeToReseller,
  redeemCoupon,
  generateCoupon,
  listCoupons,
  revealCoupon,
  voidCoupon,
  testTopUp,
  listTransactions,
  getTransaction,
  getStatement,
  openDispute,
  listDisputes,
  answerDispute,
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
  recoverRefund,
  listWaiting,
  decideWaiting,
  listSuspense,
  decideSuspense,
  debit,
  listStaffRequests,
  confirmStaffRequest,
  rejectStaffRequest,
  withdrawStaffRequest,
  getRecovery,
  decideRecoveryItem,
  openShop,
  acceptFloat,
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
  setRoles,
  holdWithdrawals,
  setStanding,
  endAccess,
  addUserNote,
  listUserNotes,
  correctContactDetails,
  listStaffActions,
  listStaffReads,
  findSecurityEvents,
  getSales,
  getSolvency,
  findAnything,
} as const satisfies { [Name in CallName]: Call<Name> };

export type Api = typeof api;
export type CallBody<Name extends CallName> = BodyOf<Api[Name]>;
export type CallQuery<Name extends CallName> = QueryOf<Api[Name]>;
export type CallParams<Name extends CallName> = ParamsOf<Api[Name]>;
export type CallReply<Name extends CallName> = ReplyOf<Api[Name]>;
