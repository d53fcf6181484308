/**
 * Who may do what: the one table that the server lets callers in by, and that the test of all roles is generated from
 * (`server/src/app/roles.test.ts`). A call without a row does not compile.
 */
import type { Access } from './call.ts';
import type { UserType } from './constants.ts';
import type { CallName } from './paths.ts';

/** The types of users, and what a user may be beside them. A user who is several of these has the rights of each of them. */
export const roles = [
  'visitor',
  'smart earner',
  'reseller',
  'api user',
  'partner',
  'coupon vendor',
  'agent',
  'admin',
] as const;
export type Role = (typeof roles)[number];

/** `no`: never; `session`: by the token of a session; `token`: by that or by an API token. A visitor has neither, so gets `token` or `no`. */
export type Permission = 'no' | 'session' | 'token';

type UserRole = Exclude<Role, 'visitor' | UserType>;
const users = (permission: Permission) =>
  ({
    'smart earner': permission,
    reseller: permission,
    'api user': permission,
    partner: permission,
  }) satisfies Record<UserType, Permission>;
const flags = (vendor: Permission, agent: Permission, admin: Permission) =>
  ({ 'coupon vendor': vendor, agent, admin }) satisfies Record<UserRole, Permission>;

/** Route x principal: the columns are the roles, the rows are the levels that `access` of each call names. */
export const permissions: Record<Access, Record<Role, Permission>> = {
  public: { visitor: 'token', ...users('token'), ...flags('token', 'token', 'token') },
  user: { visitor: 'no', ...users('token'), ...flags('token', 'token', 'token') },
  session: { visitor: 'no', ...users('session'), ...flags('session', 'session', 'session') },
  // The one change of a type that a user makes. Who is staff as well has no right to it by that.
  'smart earner': { visitor: 'no', ...users('no'), 'smart earner': 'session', ...flags('no', 'no', 'no') },
  vendor: { visitor: 'no', ...users('no'), ...flags('session', 'no', 'session') },
  staff: { visitor: 'no', ...users('no'), ...flags('no', 'session', 'session') },
  admin: { visitor: 'no', ...users('no'), ...flags('no', 'no', 'session') },
};

/**
 * Whose things a call speaks of when it names one:
 * - `none`: nobody's, or by its token only the caller's own
 * - `own`: the caller's; another's does not exist (404), for staff too
 * - `own or staff`: the caller's, and everybody's to the session of an admin or an agent
 * - `self`: the caller, by id; another is forbidden (403)
 * - `anybody`: another person is what the call is about; its level says who may
 */
export type Ownership = 'none' | 'own' | 'own or staff' | 'self' | 'anybody';

export const ownership: Record<CallName, Ownership> = {
  register: 'none',
  login: 'none',
  logout: 'none',
  isTokenValid: 'none',
  getProfile: 'none',
  getBalance: 'none',
  changePassword: 'none',
  requestPasswordReset: 'anybody',
  resetPassword: 'none',
  listApiTokens: 'none',
  createApiToken: 'none',
  revealApiToken: 'own',
  rotateApiToken: 'own',
  limitApiToken: 'own',
  deleteApiToken: 'own',
  getSecurity: 'none',
  listSessions: 'none',
  endSession: 'own',
  endOtherSessions: 'none',
  listSecurityEvents: 'none',
  getContactDetails: 'none',
  sendEmailLink: 'none',
  changeEmail: 'none',
  answerEmailLink: 'none',
  sendPhoneCode: 'none',
  changePhone: 'none',
  confirmPhone: 'none',
  getPush: 'none',
  subscribePush: 'none',
  unsubscribePush: 'none',
  setPin: 'none',
  removePin: 'none',
  keepPin: 'none',
  beginTotp: 'none',
  confirmTotp: 'none',
  renewRecoveryCodes: 'none',
  removeTotp: 'none',
  listPasskeys: 'none',
  beginPasskey: 'none',
  addPasskey: 'none',
  renamePasskey: 'own',
  removePasskey: 'own',
  beginPasskeyLogin: 'none',
  loginWithPasskey: 'none',
  confirmStepUp: 'none',
  freezeWallet: 'none',
  unfreezeWallet: 'none',
  setSpendingLimit: 'none',
  removeSpendingLimit: 'none',
  closeAccount: 'none',
  listContacts: 'none',
  addContact: 'none',
  updateContact: 'own',
  removeContact: 'own',
  getStatement: 'none',
  getCustomerCopy: 'none',
  updateCustomerCopy: 'none',
  listPrices: 'none',
  listPlans: 'none',
  getStatus: 'none',
  listAwaitedServices: 'none',
  awaitService: 'none',
  buyData: 'none',
  buyAirtime: 'none',
  validateMeter: 'none',
  buyElectricity: 'none',
  initiateSquadFunding: 'none',
  generateAccount: 'none',
  generateAccountByGet: 'none',
  closeReservedAccount: 'anybody',
  updateKyc: 'none',
  getIdentityCheck: 'none',
  confirmIdentity: 'none',
  getReferral: 'none',
  withdrawEarning: 'none',
  upgradeToReseller: 'self',
  redeemCoupon: 'own',
  generateCoupon: 'anybody',
  testTopUp: 'none',
  listTransactions: 'none',
  getTransaction: 'own or staff',
  checkSlip: 'anybody',
  validateUser: 'anybody',
  transferFund: 'anybody',
  updateWebhook: 'none',
  listWebhookMessages: 'none',
  replayWebhookMessage: 'own',
  testWebhook: 'none',
  listBankCodes: 'none',
  validateBankAccount: 'none',
  listBeneficiaries: 'none',
  addBeneficiary: 'none',
  removeBeneficiary: 'own',
  withdraw: 'none',
  reQueryWithdrawal: 'anybody',
  refund: 'anybody',
  recoverRefund: 'anybody',
  listWaiting: 'anybody',
  decideWaiting: 'anybody',
  listSuspense: 'anybody',
  decideSuspense: 'anybody',
  debit: 'anybody',
  listStaffRequests: 'anybody',
  confirmStaffRequest: 'anybody',
  rejectStaffRequest: 'anybody',
  withdrawStaffRequest: 'own',
  getRecovery: 'none',
  decideRecoveryItem: 'anybody',
  openShop: 'none',
  updatePrice: 'none',
  addPlan: 'none',
  updatePlan: 'none',
  deletePlan: 'none',
  listPriceSchedules: 'none',
  schedulePrices: 'none',
  cancelPriceSchedule: 'anybody',
  updateServices: 'none',
  checkServices: 'none',
  listSuppliers: 'none',
  setSupplier: 'none',
  acceptFloat: 'none',
  listCostPrices: 'none',
  setCostPrice: 'none',
  setSpecialPrice: 'anybody',
  resetUserPassword: 'anybody',
  sendMail: 'anybody',
  previewMail: 'anybody',
  listMailCampaigns: 'anybody',
  stopMailCampaign: 'anybody',
  getNotification: 'none',
  updateNotification: 'none',
  getAdminDetails: 'anybody',
  listUsers: 'anybody',
  upgradeUser: 'anybody',
  upgradeUserByGet: 'anybody',
  setRoles: 'anybody',
  holdWithdrawals: 'anybody',
  setStanding: 'anybody',
  endAccess: 'anybody',
  correctContactDetails: 'anybody',
  listStaffActions: 'anybody',
  listStaffReads: 'anybody',
  findSecurityEvents: 'anybody',
  getSales: 'none',
};
