/** Every call and the handler that answers it. What is not here does not exist. */
import type { CallName } from '@jara/contract/paths.ts';
import type { FastifyInstance } from 'fastify';
import { changePassword } from './slices/accounts/change-password.ts';
import { getProfile } from './slices/accounts/get-profile.ts';
import { getBalance } from './slices/transactions/get-balance.ts';
import { getAdminDetails } from './slices/accounts/get-admin-details.ts';
import { listUsers } from './slices/accounts/list-users.ts';
import { setRoles } from './slices/accounts/set-roles.ts';
import { upgradeUser } from './slices/accounts/upgrade-user.ts';
import { upgradeUserByGet } from './slices/accounts/upgrade-user-by-get.ts';
import { closeAccount } from './slices/standings/close-account.ts';
import { endAccess } from './slices/standings/end-access.ts';
import { holdWithdrawals } from './slices/standings/hold-withdrawals.ts';
import { answerEmailLink } from './slices/contact-details/answer-email-link.ts';
import { changeEmail } from './slices/contact-details/change-email.ts';
import { changePhone } from './slices/contact-details/change-phone.ts';
import { confirmPhone } from './slices/contact-details/confirm-phone.ts';
import { correctContactDetails } from './slices/contact-details/correct-contact-details.ts';
import { getContactDetails } from './slices/contact-details/get-contact-details.ts';
import { sendEmailLink } from './slices/contact-details/send-email-link.ts';
import { sendPhoneCode } from './slices/contact-details/send-phone-code.ts';
import { setStanding } from './slices/standings/set-standing.ts';
import { confirmStaffRequest } from './slices/staff-actions/confirm-staff-request.ts';
import { rejectStaffRequest } from './slices/staff-actions/reject-staff-request.ts';
import { withdrawStaffRequest } from './slices/staff-actions/withdraw-staff-request.ts';
import { holdRequests, type HeldHandlers } from './slices/staff-actions/hold-request.ts';
import { createNoteReads } from './slices/staff-actions/record-staff-reads.ts';
import { listStaffReads } from './slices/staff-actions/list-staff-reads.ts';
import { listStaffActions } from './slices/staff-actions/list-staff-actions.ts';
import { addUserNote } from './slices/user-notes/add-user-note.ts';
import { listUserNotes } from './slices/user-notes/list-user-notes.ts';
import { listStaffRequests } from './slices/staff-actions/list-staff-requests.ts';
import { recordStaffAction } from './slices/staff-actions/record-staff-action.ts';
import { isTokenValid } from './slices/accounts/is-token-valid.ts';
import { login } from './slices/accounts/login.ts';
import { loginWithPasskey } from './slices/passkeys/login-with-passkey.ts';
import { logout } from './slices/accounts/logout.ts';
import { register } from './slices/accounts/register.ts';
import { requestPasswordReset } from './slices/accounts/request-password-reset.ts';
import { resetPassword } from './slices/accounts/reset-password.ts';
import { resetUserPassword } from './slices/accounts/reset-user-password.ts';
import { confirmIdentity } from './slices/kyc/confirm-identity.ts';
import { getIdentityCheck } from './slices/kyc/get-identity-check.ts';
import { updateKyc } from './slices/kyc/update-kyc.ts';
import { upgradeToReseller } from './slices/accounts/upgrade-to-reseller.ts';
import { updatePrice } from './slices/plans/update-price.ts';
import { addPlan } from './slices/plans/add-plan.ts';
import { updatePlan } from './slices/plans/update-plan.ts';
import { deletePlan } from './slices/plans/delete-plan.ts';
import { updateServices } from './slices/catalogue/update-services.ts';
import { awaitService } from './slices/catalogue/await-service.ts';
import { cancelPriceSchedule } from './slices/plans/cancel-price-schedule.ts';
import { checkServices } from './slices/suppliers/check-services.ts';
import { listAwaitedServices } from './slices/catalogue/list-awaited-services.ts';
import { listSuppliers } from './slices/suppliers/list-suppliers.ts';
import { acceptFloat } from './slices/suppliers/accept-float.ts';
import { setSupplier } from './slices/suppliers/set-supplier.ts';
import { listCostPrices } from './slices/pricing/list-cost-prices.ts';
import { schedulePrices } from './slices/plans/schedule-prices.ts';
import { setCostPrice } from './slices/pricing/set-cost-price.ts';
import { setSpecialPrice } from './slices/pricing/set-special-price.ts';
import { listPlans } from './slices/plans/list-plans.ts';
import { listPriceSchedules } from './slices/plans/list-price-schedules.ts';
import { listPrices } from './slices/plans/list-prices.ts';
import { addContact } from './slices/contacts/add-contact.ts';
import { listContacts } from './slices/contacts/list-contacts.ts';
import { removeContact } from './slices/contacts/remove-contact.ts';
import { updateContact } from './slices/contacts/update-contact.ts';
import { answerDispute } from './slices/disputes/answer-dispute.ts';
import { findDisputes } from './slices/disputes/dispute.ts';
import { listDisputes } from './slices/disputes/list-disputes.ts';
import { openDispute } from './slices/disputes/open-dispute.ts';
import { getStatement } from './slices/statements/get-statement.ts';
import { getCustomerCopy } from './slices/customer-copy/get-customer-copy.ts';
import { getSalesToday } from './slices/customer-copy/get-sales-today.ts';
import { updateCustomerCopy } from './slices/customer-copy/update-customer-copy.ts';
import type { Context } from './app/context.ts';
import { generateCoupon } from './slices/coupons/generate-coupon.ts';
import { listCoupons } from './slices/coupons/list-coupons.ts';
import { openCouponCodes } from './slices/coupons/open-coupon-codes.ts';
import { revealCoupon } from './slices/coupons/reveal-coupon.ts';
import { voidCoupon } from './slices/coupons/void-coupon.ts';
import { redeemCoupon } from './slices/coupons/redeem-coupon.ts';
import { checkWhenViewed } from './slices/funding/check-when-viewed.ts';
import { initiateSquadFunding } from './slices/funding/initiate-squad-funding.ts';
import { listMailCampaigns } from './slices/mails/list-mail-campaigns.ts';
import { queueMailToSeconds } from './slices/mails/queue-mail.ts';
import { previewMail } from './slices/mails/preview-mail.ts';
import { sendMail } from './slices/mails/send-mail.ts';
import { stopMailCampaign } from './slices/mails/stop-mail-campaign.ts';
import { getNotification } from './slices/notifications/get-notification.ts';
import { updateNotification } from './slices/notifications/update-notification.ts';
import type { FloodLimits } from './platform/limits/flood-limits.ts';
import type { TokenNotes } from './platform/sessions/token-use.ts';
import { serve, type Handlers } from './platform/serve.ts';
import { getPush } from './slices/push/get-push.ts';
import { subscribePush } from './slices/push/subscribe-push.ts';
import { unsubscribePush } from './slices/push/unsubscribe-push.ts';
import { buyAirtime } from './slices/purchases/buy-airtime.ts';
import { buyElectricity } from './slices/purchases/buy-electricity.ts';
import { buyData } from './slices/purchases/buy-data.ts';
import { getStatus } from './slices/purchases/get-status.ts';
import { findMeterOwner } from './slices/purchases/meter.ts';
import { recoverRefund } from './slices/purchases/recover-refund.ts';
import { refund } from './slices/purchases/refund.ts';
import { decideRecoveryItem } from './slices/recovery/decide-recovery-item.ts';
import { getRecovery } from './slices/recovery/get-recovery.ts';
import { openShop } from './slices/recovery/open-shop.ts';
import { validateMeter } from './slices/purchases/validate-meter.ts';
import { getReferral } from './slices/referrals/get-referral.ts';
import { withdrawEarning } from './slices/referrals/withdraw-earning.ts';
import { closeReservedAccount } from './slices/reserved-accounts/close-reserved-account.ts';
import { generateAccountByGet } from './slices/reserved-accounts/generate-account-by-get.ts';
import { generateAccount } from './slices/reserved-accounts/generate-account.ts';
import { beginTotp } from './slices/step-up/begin-totp.ts';
import { confirmTotp } from './slices/step-up/confirm-totp.ts';
import { endOtherSessions } from './slices/sessions/end-other-sessions.ts';
import { endSession } from './slices/sessions/end-session.ts';
import { freezeWallet } from './slices/spending-controls/freeze-wallet.ts';
import { getSecurity } from './slices/sessions/get-security.ts';
import { findSecurityEvents } from './slices/security-events/find-security-events.ts';
import { listSecurityEvents } from './slices/security-events/list-security-events.ts';
import { createRefusalNotes } from './slices/security-events/note-refusal.ts';
import { confirmStepUp } from './slices/step-up/confirm-step-up.ts';
import { addPasskey } from './slices/passkeys/add-passkey.ts';
import { beginPasskey } from './slices/passkeys/begin-passkey.ts';
import { beginPasskeyLogin } from './slices/passkeys/begin-passkey-login.ts';
import { listPasskeys } from './slices/passkeys/list-passkeys.ts';
import { removePasskey } from './slices/passkeys/remove-passkey.ts';
import { renamePasskey } from './slices/passkeys/rename-passkey.ts';
import { createStepUp } from './slices/step-up/step-up.ts';
import { listSessions } from './slices/sessions/list-sessions.ts';
import { keepPin } from './slices/step-up/keep-pin.ts';
import { removePin } from './slices/step-up/remove-pin.ts';
import { removeSpendingLimit } from './slices/spending-controls/remove-spending-limit.ts';
import { removeTotp } from './slices/step-up/remove-totp.ts';
import { renewRecoveryCodes } from './slices/step-up/renew-recovery-codes.ts';
import { setPin } from './slices/step-up/set-pin.ts';
import { setSpendingLimit } from './slices/spending-controls/set-spending-limit.ts';
import { unfreezeWallet } from './slices/spending-controls/unfreeze-wallet.ts';
import { createApiToken } from './slices/api-tokens/create-api-token.ts';
import { deleteApiToken } from './slices/api-tokens/delete-api-token.ts';
import { listApiTokens } from './slices/api-tokens/list-api-tokens.ts';
import { revealApiToken } from './slices/api-tokens/reveal-api-token.ts';
import { limitApiToken } from './slices/api-tokens/limit-api-token.ts';
import { rotateApiToken } from './slices/api-tokens/rotate-api-token.ts';
import { findAnything } from './slices/search/find-anything.ts';
import { getSolvency } from './slices/solvency/get-solvency.ts';
import { getSales } from './slices/transactions/get-sales.ts';
import { checkSlip } from './slices/transactions/check-slip.ts';
import { getTransaction } from './slices/transactions/get-transaction.ts';
import { listTransactions } from './slices/transactions/list-transactions.ts';
import { transferFund } from './slices/transfers/transfer-fund.ts';
import { validateUser } from './slices/transfers/validate-user.ts';
import { decideWaiting } from './slices/review-queue/decide-waiting.ts';
import { listWaiting } from './slices/review-queue/list-waiting.ts';
import { decideSuspense } from './slices/suspense/decide-suspense.ts';
import { debit } from './slices/debits/debit.ts';
import { listSuspense } from './slices/suspense/list-suspense.ts';
import { listWebhookMessages } from './slices/webhooks/list-webhook-messages.ts';
import { replayWebhookMessage } from './slices/webhooks/replay-webhook-message.ts';
import { testWebhook } from './slices/webhooks/test-webhook.ts';
import { updateWebhook } from './slices/webhooks/update-webhook.ts';
import { addBeneficiary } from './slices/withdrawals/add-beneficiary.ts';
import { listBankCodes } from './slices/withdrawals/list-bank-codes.ts';
import { listBeneficiaries } from './slices/withdrawals/list-beneficiaries.ts';
import { reQueryWithdrawal } from './slices/review-queue/re-query-withdrawal.ts';
import { removeBeneficiary } from './slices/withdrawals/remove-beneficiary.ts';
import { validateBankAccount } from './slices/withdrawals/validate-bank-account.ts';
import { withdraw } from './slices/withdrawals/withdraw.ts';

type SandboxCall = 'testTopUp';

/** What staff do with money, prices and addresses, beyond a sum and below cost only with a second admin, and what that admin does about it. */
const ofTwoPeople = (context: Context) => {
  const held: HeldHandlers = {
    transferFund: transferFund(context),
    generateCoupon: generateCoupon(context),
    refund: refund(context),
    decideWaiting: decideWaiting(context),
    decideSuspense: decideSuspense(context),
    debit: debit(context),
    acceptFloat: acceptFloat(context),
    setSpecialPrice: setSpecialPrice(context),
    updatePrice: updatePrice(context),
    addPlan: addPlan(context),
    updatePlan: updatePlan(context),
    schedulePrices: schedulePrices(context),
    setCostPrice: setCostPrice(context),
    correctContactDetails: correctContactDetails(context),
    setRoles: setRoles(context),
  };
  return {
    ...holdRequests(context, held, queueMailToSeconds),
    listStaffRequests: listStaffRequests(context, openCouponCodes(context)),
    confirmStaffRequest: confirmStaffRequest(context, held),
    rejectStaffRequest: rejectStaffRequest(context),
    withdrawStaffRequest: withdrawStaffRequest(context),
  };
};

const handlers = (context: Context): Omit<Handlers, SandboxCall> => ({
  ...ofTwoPeople(context),
  register: register(context),
  login: login(context),
  logout: logout(context),
  isTokenValid: isTokenValid(context),
  getProfile: getProfile(context),
  getBalance: getBalance(context),
  changePassword: changePassword(context),
  requestPasswordReset: requestPasswordReset(context),
  resetPassword: resetPassword(context),
  listApiTokens: listApiTokens(context),
  createApiToken: createApiToken(context),
  revealApiToken: revealApiToken(context),
  rotateApiToken: rotateApiToken(context),
  limitApiToken: limitApiToken(context),
  deleteApiToken: deleteApiToken(context),
  getSecurity: getSecurity(context),
  listSessions: listSessions(context),
  endSession: endSession(context),
  endOtherSessions: endOtherSessions(context),
  listSecurityEvents: listSecurityEvents(context),
  getContactDetails: getContactDetails(context),
  sendEmailLink: sendEmailLink(context),
  changeEmail: changeEmail(context),
  answerEmailLink: answerEmailLink(context),
  sendPhoneCode: sendPhoneCode(context),
  changePhone: changePhone(context),
  confirmPhone: confirmPhone(context),
  getPush: getPush(context),
  subscribePush: subscribePush(context),
  unsubscribePush: unsubscribePush(context),
  setPin: setPin(context),
  removePin: removePin(context),
  keepPin: keepPin(context),
  beginTotp: beginTotp(context),
  confirmTotp: confirmTotp(context),
  renewRecoveryCodes: renewRecoveryCodes(context),
  removeTotp: removeTotp(context),
  listPasskeys: listPasskeys(context),
  beginPasskey: beginPasskey(context),
  addPasskey: addPasskey(context),
  renamePasskey: renamePasskey(context),
  removePasskey: removePasskey(context),
  beginPasskeyLogin: beginPasskeyLogin(context),
  loginWithPasskey: loginWithPasskey(context),
  confirmStepUp: confirmStepUp(context),
  freezeWallet: freezeWallet(context),
  unfreezeWallet: unfreezeWallet(context),
  setSpendingLimit: setSpendingLimit(context),
  removeSpendingLimit: removeSpendingLimit(context),
  closeAccount: closeAccount(context),
  listContacts: listContacts(context),
  addContact: addContact(context),
  updateContact: updateContact(context),
  removeContact: removeContact(context),
  openDispute: openDispute(context),
  listDisputes: listDisputes(context),
  answerDispute: answerDispute(context),
  getStatement: getStatement(context),
  getCustomerCopy: getCustomerCopy(context),
  getSalesToday: getSalesToday(context),
  updateCustomerCopy: updateCustomerCopy(context),
  listPrices: listPrices(context),
  listPlans: listPlans(context),
  getStatus: getStatus(context),
  listAwaitedServices: listAwaitedServices(context),
  awaitService: awaitService(context),
  buyData: buyData(context),
  buyAirtime: buyAirtime(context),
  validateMeter: validateMeter(context),
  buyElectricity: buyElectricity(context),
  initiateSquadFunding: initiateSquadFunding(context),
  generateAccount: generateAccount(context),
  generateAccountByGet: generateAccountByGet(context),
  closeReservedAccount: closeReservedAccount(context),
  updateKyc: updateKyc(context),
  getIdentityCheck: getIdentityCheck(context),
  confirmIdentity: confirmIdentity(context),
  getReferral: getReferral(context),
  withdrawEarning: withdrawEarning(context),
  upgradeToReseller: upgradeToReseller(context),
  redeemCoupon: redeemCoupon(context),
  listCoupons: listCoupons(context),
  revealCoupon: revealCoupon(context),
  voidCoupon: voidCoupon(context),
  listTransactions: listTransactions(context, recordStaffAction),
  getTransaction: getTransaction(context, checkWhenViewed(context), findMeterOwner, findDisputes),
  checkSlip: checkSlip(context),
  updateWebhook: updateWebhook(context),
  listWebhookMessages: listWebhookMessages(context),
  replayWebhookMessage: replayWebhookMessage(context),
  testWebhook: testWebhook(context),
  validateUser: validateUser(context),
  listBankCodes: listBankCodes(context),
  validateBankAccount: validateBankAccount(context),
  listBeneficiaries: listBeneficiaries(context),
  addBeneficiary: addBeneficiary(context),
  removeBeneficiary: removeBeneficiary(context),
  withdraw: withdraw(context),
  reQueryWithdrawal: reQueryWithdrawal(context),
  recoverRefund: recoverRefund(context),
  listWaiting: listWaiting(context),
  listSuspense: listSuspense(context),
  getRecovery: getRecovery(context),
  decideRecoveryItem: decideRecoveryItem(context),
  openShop: openShop(context),
  deletePlan: deletePlan(context),
  listPriceSchedules: listPriceSchedules(context),
  cancelPriceSchedule: cancelPriceSchedule(context),
  updateServices: updateServices(context),
  checkServices: checkServices(context),
  listSuppliers: listSuppliers(context),
  setSupplier: setSupplier(context),
  listCostPrices: listCostPrices(context),
  resetUserPassword: resetUserPassword(context),
  sendMail: sendMail(context),
  previewMail: previewMail(context),
  listMailCampaigns: listMailCampaigns(context),
  stopMailCampaign: stopMailCampaign(context),
  getNotification: getNotification(context),
  updateNotification: updateNotification(context),
  getAdminDetails: getAdminDetails(context),
  listUsers: listUsers(context),
  upgradeUser: upgradeUser(context),
  upgradeUserByGet: upgradeUserByGet(context),
  holdWithdrawals: holdWithdrawals(context),
  addUserNote: addUserNote(context),
  listUserNotes: listUserNotes(context),
  setStanding: setStanding(context),
  endAccess: endAccess(context),
  listStaffActions: listStaffActions(context),
  listStaffReads: listStaffReads(context),
  findSecurityEvents: findSecurityEvents(context),
  getSales: getSales(context),
  getSolvency: getSolvency(context),
  findAnything: findAnything(context),
});

/**
 * Play money exists in the sandbox only. In live mode its module is not even loaded, a live build does not have it, and the address is like
 * any other that does not exist.
 */
async function sandboxHandlers(context: Context): Promise<Partial<Pick<Handlers, SandboxCall>>> {
  if (context.config.mode === 'live') return {};
  const { testTopUp } = await import('./slices/funding/test-top-up.ts');
  return { testTopUp: testTopUp(context) };
}

export async function addCalls(
  app: FastifyInstance,
  context: Context,
  floodLimits: FloodLimits,
  tokenNotes: TokenNotes,
): Promise<void> {
  app.decorateRequest('principal', undefined);
  const table: Partial<Handlers> = { ...handlers(context), ...(await sandboxHandlers(context)) };
  const { sessions, shop } = context;
  const deps = {
    sessions,
    stepUp: createStepUp(context),
    floodLimits,
    noteRefusal: createRefusalNotes(context),
    noteReads: createNoteReads(context),
    ...tokenNotes,
    refuseWhileClosed: shop.refuseWhileClosed,
  };
  const add = <Name extends CallName>(name: Name): void => {
    const handler = table[name];
    if (handler !== undefined) serve(app, name, handler, deps);
  };
  // the keys of Handlers are the call names
  for (const name of Object.keys(table) as CallName[]) add(name);
}
