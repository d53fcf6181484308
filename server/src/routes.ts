/** Every call and the handler that answers it. What is not here does not exist. */
import { api } from '@jara/contract/api.ts';
import type { CallName } from '@jara/contract/paths.ts';
import type { FastifyInstance } from 'fastify';
import { changePassword } from './accounts/change-password.ts';
import { getProfile } from './accounts/get-profile.ts';
import { getAdminDetails } from './accounts/get-admin-details.ts';
import { listUsers } from './accounts/list-users.ts';
import { upgradeUser } from './accounts/upgrade-user.ts';
import { upgradeUserByGet } from './accounts/upgrade-user-by-get.ts';
import { listStaffActions } from './admin/list-staff-actions.ts';
import { recordStaffAction } from './admin/record-staff-action.ts';
import { isTokenValid } from './accounts/is-token-valid.ts';
import { login } from './accounts/login.ts';
import { logout } from './accounts/logout.ts';
import { register } from './accounts/register.ts';
import { requestPasswordReset } from './accounts/request-password-reset.ts';
import { resetPassword } from './accounts/reset-password.ts';
import { resetUserPassword } from './accounts/reset-user-password.ts';
import { updateKyc } from './accounts/update-kyc.ts';
import { upgradeToReseller } from './accounts/upgrade-to-reseller.ts';
import { updatePrice } from './catalogue/update-price.ts';
import { addPlan } from './catalogue/add-plan.ts';
import { updatePlan } from './catalogue/update-plan.ts';
import { deletePlan } from './catalogue/delete-plan.ts';
import { updateServices } from './catalogue/update-services.ts';
import { awaitService } from './catalogue/await-service.ts';
import { cancelPriceSchedule } from './catalogue/cancel-price-schedule.ts';
import { checkServices } from './catalogue/check-services.ts';
import { listAwaitedServices } from './catalogue/list-awaited-services.ts';
import { listSuppliers } from './catalogue/list-suppliers.ts';
import { setSupplier } from './catalogue/set-supplier.ts';
import { listCostPrices } from './catalogue/list-cost-prices.ts';
import { schedulePrices } from './catalogue/schedule-prices.ts';
import { setCostPrice } from './catalogue/set-cost-price.ts';
import { setSpecialPrice } from './catalogue/set-special-price.ts';
import { listPlans } from './catalogue/list-plans.ts';
import { listPriceSchedules } from './catalogue/list-price-schedules.ts';
import { listPrices } from './catalogue/list-prices.ts';
import { addContact } from './contacts/add-contact.ts';
import { listContacts } from './contacts/list-contacts.ts';
import { removeContact } from './contacts/remove-contact.ts';
import { updateContact } from './contacts/update-contact.ts';
import type { Context } from './context.ts';
import { generateCoupon } from './coupons/generate-coupon.ts';
import { redeemCoupon } from './coupons/redeem-coupon.ts';
import { checkWhenViewed } from './funding/check-when-viewed.ts';
import { initiateSquadFunding } from './funding/initiate-squad-funding.ts';
import { testTopUp } from './funding/test-top-up.ts';
import { listMailCampaigns } from './mails/list-mail-campaigns.ts';
import { previewMail } from './mails/preview-mail.ts';
import { sendMail } from './mails/send-mail.ts';
import { stopMailCampaign } from './mails/stop-mail-campaign.ts';
import { getNotification } from './notifications/get-notification.ts';
import { updateNotification } from './notifications/update-notification.ts';
import { serve, type Handlers } from './platform/serve.ts';
import { getPush } from './push/get-push.ts';
import { subscribePush } from './push/subscribe-push.ts';
import { unsubscribePush } from './push/unsubscribe-push.ts';
import { buyAirtime } from './purchases/buy-airtime.ts';
import { buyElectricity } from './purchases/buy-electricity.ts';
import { buyData } from './purchases/buy-data.ts';
import { getStatus } from './purchases/get-status.ts';
import { findMeterOwner } from './purchases/meter.ts';
import { refund } from './purchases/refund.ts';
import { validateMeter } from './purchases/validate-meter.ts';
import { getReferral } from './referrals/get-referral.ts';
import { withdrawEarning } from './referrals/withdraw-earning.ts';
import { closeReservedAccount } from './reserved-accounts/close-reserved-account.ts';
import { generateAccountByGet } from './reserved-accounts/generate-account-by-get.ts';
import { generateAccount } from './reserved-accounts/generate-account.ts';
import { beginTotp } from './security/begin-totp.ts';
import { confirmTotp } from './security/confirm-totp.ts';
import { endOtherSessions } from './security/end-other-sessions.ts';
import { endSession } from './security/end-session.ts';
import { freezeWallet } from './security/freeze-wallet.ts';
import { getSecurity } from './security/get-security.ts';
import { createGuard } from './security/guard.ts';
import { listSessions } from './security/list-sessions.ts';
import { removePin } from './security/remove-pin.ts';
import { removeSpendingLimit } from './security/remove-spending-limit.ts';
import { removeTotp } from './security/remove-totp.ts';
import { renewRecoveryCodes } from './security/renew-recovery-codes.ts';
import { setPin } from './security/set-pin.ts';
import { setSpendingLimit } from './security/set-spending-limit.ts';
import { unfreezeWallet } from './security/unfreeze-wallet.ts';
import { createApiToken } from './security/create-api-token.ts';
import { deleteApiToken } from './security/delete-api-token.ts';
import { listApiTokens } from './security/list-api-tokens.ts';
import { revealApiToken } from './security/reveal-api-token.ts';
import { rotateApiToken } from './security/rotate-api-token.ts';
import { getSales } from './transactions/get-sales.ts';
import { checkSlip } from './transactions/check-slip.ts';
import { getTransaction } from './transactions/get-transaction.ts';
import { listTransactions } from './transactions/list-transactions.ts';
import { transferFund } from './transfers/transfer-fund.ts';
import { validateUser } from './transfers/validate-user.ts';
import { decideWaiting } from './waiting/decide-waiting.ts';
import { listWaiting } from './waiting/list-waiting.ts';
import { listWebhookMessages } from './webhooks/list-webhook-messages.ts';
import { replayWebhookMessage } from './webhooks/replay-webhook-message.ts';
import { testWebhook } from './webhooks/test-webhook.ts';
import { updateWebhook } from './webhooks/update-webhook.ts';
import { addBeneficiary } from './withdrawals/add-beneficiary.ts';
import { listBankCodes } from './withdrawals/list-bank-codes.ts';
import { listBeneficiaries } from './withdrawals/list-beneficiaries.ts';
import { reQueryWithdrawal } from './withdrawals/re-query-withdrawal.ts';
import { removeBeneficiary } from './withdrawals/remove-beneficiary.ts';
import { validateBankAccount } from './withdrawals/validate-bank-account.ts';
import { withdraw } from './withdrawals/withdraw.ts';

const handlers = (context: Context): Handlers => ({
  register: register(context),
  login: login(context),
  logout: logout(context),
  isTokenValid: isTokenValid(context),
  getProfile: getProfile(context),
  changePassword: changePassword(context),
  requestPasswordReset: requestPasswordReset(context),
  resetPassword: resetPassword(context),
  listApiTokens: listApiTokens(context),
  createApiToken: createApiToken(context),
  revealApiToken: revealApiToken(context),
  rotateApiToken: rotateApiToken(context),
  deleteApiToken: deleteApiToken(context),
  getSecurity: getSecurity(context),
  listSessions: listSessions(context),
  endSession: endSession(context),
  endOtherSessions: endOtherSessions(context),
  getPush: getPush(context),
  subscribePush: subscribePush(context),
  unsubscribePush: unsubscribePush(context),
  setPin: setPin(context),
  removePin: removePin(context),
  beginTotp: beginTotp(context),
  confirmTotp: confirmTotp(context),
  renewRecoveryCodes: renewRecoveryCodes(context),
  removeTotp: removeTotp(context),
  freezeWallet: freezeWallet(context),
  unfreezeWallet: unfreezeWallet(context),
  setSpendingLimit: setSpendingLimit(context),
  removeSpendingLimit: removeSpendingLimit(context),
  listContacts: listContacts(context),
  addContact: addContact(context),
  updateContact: updateContact(context),
  removeContact: removeContact(context),
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
  getReferral: getReferral(context),
  withdrawEarning: withdrawEarning(context),
  upgradeToReseller: upgradeToReseller(context),
  redeemCoupon: redeemCoupon(context),
  generateCoupon: generateCoupon(context),
  testTopUp: testTopUp(context),
  listTransactions: listTransactions(context, recordStaffAction),
  getTransaction: getTransaction(context, checkWhenViewed(context), findMeterOwner),
  checkSlip: checkSlip(context),
  updateWebhook: updateWebhook(context),
  listWebhookMessages: listWebhookMessages(context),
  replayWebhookMessage: replayWebhookMessage(context),
  testWebhook: testWebhook(context),
  validateUser: validateUser(context),
  transferFund: transferFund(context),
  listBankCodes: listBankCodes(context),
  validateBankAccount: validateBankAccount(context),
  listBeneficiaries: listBeneficiaries(context),
  addBeneficiary: addBeneficiary(context),
  removeBeneficiary: removeBeneficiary(context),
  withdraw: withdraw(context),
  reQueryWithdrawal: reQueryWithdrawal(context),
  refund: refund(context),
  listWaiting: listWaiting(context),
  decideWaiting: decideWaiting(context),
  updatePrice: updatePrice(context),
  addPlan: addPlan(context),
  updatePlan: updatePlan(context),
  deletePlan: deletePlan(context),
  listPriceSchedules: listPriceSchedules(context),
  schedulePrices: schedulePrices(context),
  cancelPriceSchedule: cancelPriceSchedule(context),
  updateServices: updateServices(context),
  checkServices: checkServices(context),
  listSuppliers: listSuppliers(context),
  setSupplier: setSupplier(context),
  listCostPrices: listCostPrices(context),
  setCostPrice: setCostPrice(context),
  setSpecialPrice: setSpecialPrice(context),
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
  listStaffActions: listStaffActions(context),
  getSales: getSales(context),
});

export function addCalls(app: FastifyInstance, context: Context): void {
  app.decorateRequest('principal', undefined);
  const table = handlers(context);
  const doors = { sessions: context.sessions, guard: createGuard(context) };
  const add = <Name extends CallName>(name: Name): void => serve(app, name, table[name], doors);
  for (const name of Object.keys(table) as CallName[]) {
    // the keys of Handlers are the call names
    // Play money exists in the sandbox only; live, the address is like any other that does not exist.
    if ('sandboxOnly' in api[name] && context.config.mode === 'live') continue;
    add(name);
  }
}
