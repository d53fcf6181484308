/**
 * Who may call what, and on whose things, as the product is specified: written down by hand, call by call, and read from no table of
 * the program. The test of all roles holds the running program against it, so that a slip in the program's own table is seen.
 */
import type { CallName } from '@jara/contract/paths.ts';

/** Each cell is a role and what the caller shows; a cell that a line does not name is refused. */
const everybody = [
  'visitor, no token',
  'smart earner, session',
  'smart earner, API token',
  'reseller, session',
  'reseller, API token',
  'api user, session',
  'api user, API token',
  'partner, session',
  'partner, API token',
  'coupon vendor, session',
  'coupon vendor, API token',
  'agent, session',
  'agent, API token',
  'admin, session',
  'admin, API token',
] as const;

export type Cell = (typeof everybody)[number];

const cells = {
  everybody,
  /** Whatever a user does with the own money and the own records, a program may do with the own API token. */
  users: [
    'smart earner, session',
    'smart earner, API token',
    'reseller, session',
    'reseller, API token',
    'api user, session',
    'api user, API token',
    'partner, session',
    'partner, API token',
    'coupon vendor, session',
    'coupon vendor, API token',
    'agent, session',
    'agent, API token',
    'admin, session',
    'admin, API token',
  ],
  /** Who somebody is, how they log in, and where their money may go is changed by a person, never by a program. */
  persons: [
    'smart earner, session',
    'reseller, session',
    'api user, session',
    'partner, session',
    'coupon vendor, session',
    'agent, session',
    'admin, session',
  ],
  /** The one change of a type that a user makes; whoever is a reseller already has nothing to change. */
  smartEarners: ['smart earner, session'],
  couponMakers: ['coupon vendor, session', 'admin, session'],
  /** An API token carries no rights of staff. */
  staff: ['agent, session', 'admin, session'],
  admins: ['admin, session'],
} as const satisfies Record<string, readonly Cell[]>;

/**
 * `own`: another's does not exist for the caller. `own, or by staff`: staff by session see everybody's. `self`: another's id is
 * forbidden. `others`: the call is about other people. `nobody`: the call names nobody's thing.
 */
export type Whose = 'own' | 'own, or by staff' | 'self' | 'others' | 'nobody';

type Group = keyof typeof cells;
const rights: Record<CallName, readonly [by: Group, whose: Whose]> = {
  // Before there is an account, and after a password is forgotten.
  register: ['everybody', 'nobody'],
  login: ['everybody', 'nobody'],
  beginPasskeyLogin: ['everybody', 'nobody'],
  loginWithPasskey: ['everybody', 'nobody'],
  isTokenValid: ['everybody', 'nobody'],
  requestPasswordReset: ['everybody', 'others'],
  resetPassword: ['everybody', 'nobody'],
  answerEmailLink: ['everybody', 'nobody'],
  // What is for sale, and whether a receipt is genuine, is public.
  listPrices: ['everybody', 'nobody'],
  listPlans: ['everybody', 'nobody'],
  getStatus: ['everybody', 'nobody'],
  checkSlip: ['everybody', 'others'],
  // The account and its security.
  getProfile: ['users', 'nobody'],
  getBalance: ['users', 'nobody'],
  logout: ['persons', 'nobody'],
  changePassword: ['persons', 'nobody'],
  updateKyc: ['persons', 'nobody'],
  getIdentityCheck: ['persons', 'nobody'],
  confirmIdentity: ['persons', 'nobody'],
  upgradeToReseller: ['smartEarners', 'self'],
  listApiTokens: ['persons', 'nobody'],
  createApiToken: ['persons', 'nobody'],
  revealApiToken: ['persons', 'own'],
  rotateApiToken: ['persons', 'own'],
  limitApiToken: ['persons', 'own'],
  deleteApiToken: ['persons', 'own'],
  getSecurity: ['persons', 'nobody'],
  listSessions: ['persons', 'nobody'],
  endSession: ['persons', 'own'],
  endOtherSessions: ['persons', 'nobody'],
  listSecurityEvents: ['persons', 'nobody'],
  getContactDetails: ['persons', 'nobody'],
  sendEmailLink: ['persons', 'nobody'],
  changeEmail: ['persons', 'nobody'],
  sendPhoneCode: ['persons', 'nobody'],
  changePhone: ['persons', 'nobody'],
  confirmPhone: ['persons', 'nobody'],
  getPush: ['persons', 'nobody'],
  subscribePush: ['persons', 'nobody'],
  unsubscribePush: ['persons', 'nobody'],
  setPin: ['persons', 'nobody'],
  removePin: ['persons', 'nobody'],
  keepPin: ['persons', 'nobody'],
  beginTotp: ['persons', 'nobody'],
  confirmTotp: ['persons', 'nobody'],
  renewRecoveryCodes: ['persons', 'nobody'],
  removeTotp: ['persons', 'nobody'],
  listPasskeys: ['persons', 'nobody'],
  beginPasskey: ['persons', 'nobody'],
  addPasskey: ['persons', 'nobody'],
  renamePasskey: ['persons', 'own'],
  removePasskey: ['persons', 'own'],
  closeAccount: ['persons', 'nobody'],
  freezeWallet: ['persons', 'nobody'],
  unfreezeWallet: ['persons', 'nobody'],
  setSpendingLimit: ['persons', 'nobody'],
  removeSpendingLimit: ['persons', 'nobody'],
  // Contacts, purchases and the list of them.
  listContacts: ['users', 'nobody'],
  addContact: ['users', 'nobody'],
  updateContact: ['users', 'own'],
  removeContact: ['users', 'own'],
  openDispute: ['persons', 'own'],
  listDisputes: ['staff', 'others'],
  answerDispute: ['staff', 'others'],
  getStatement: ['users', 'nobody'],
  getCustomerCopy: ['persons', 'nobody'],
  getSalesToday: ['persons', 'nobody'],
  updateCustomerCopy: ['persons', 'nobody'],
  listAwaitedServices: ['users', 'nobody'],
  awaitService: ['users', 'nobody'],
  buyData: ['users', 'nobody'],
  buyAirtime: ['users', 'nobody'],
  validateMeter: ['users', 'nobody'],
  buyElectricity: ['users', 'nobody'],
  listTransactions: ['users', 'nobody'],
  getTransaction: ['users', 'own, or by staff'],
  getNotification: ['users', 'nobody'],
  // Money in.
  initiateSquadFunding: ['users', 'nobody'],
  redeemCoupon: ['users', 'own'],
  testTopUp: ['users', 'nobody'],
  generateAccount: ['persons', 'nobody'],
  generateAccountByGet: ['persons', 'nobody'],
  getReferral: ['users', 'nobody'],
  withdrawEarning: ['users', 'nobody'],
  // Money out. A new bank account to send to is saved by a person.
  validateUser: ['users', 'others'],
  transferFund: ['users', 'others'],
  listBankCodes: ['users', 'nobody'],
  validateBankAccount: ['users', 'nobody'],
  listBeneficiaries: ['users', 'nobody'],
  addBeneficiary: ['persons', 'nobody'],
  removeBeneficiary: ['persons', 'own'],
  withdraw: ['users', 'nobody'],
  // The user's own server.
  updateWebhook: ['persons', 'nobody'],
  listWebhookMessages: ['users', 'nobody'],
  replayWebhookMessage: ['users', 'own'],
  testWebhook: ['users', 'nobody'],
  // Coupons are made by admins, and by vendors out of their own wallet.
  generateCoupon: ['couponMakers', 'others'],
  listCoupons: ['couponMakers', 'nobody'],
  revealCoupon: ['couponMakers', 'own'],
  voidCoupon: ['couponMakers', 'own, or by staff'],
  // An agent sees users and what waits, asks what became of a transaction, refunds, and writes the notification: nothing else.
  listUsers: ['staff', 'others'],
  listWaiting: ['staff', 'others'],
  listSuspense: ['staff', 'others'],
  listStaffRequests: ['staff', 'others'],
  withdrawStaffRequest: ['staff', 'own'],
  getRecovery: ['staff', 'nobody'],
  reQueryWithdrawal: ['staff', 'others'],
  refund: ['staff', 'others'],
  updateNotification: ['staff', 'nobody'],
  confirmStepUp: ['persons', 'nobody'],
  // Everything else is for admins.
  decideWaiting: ['admins', 'others'],
  recoverRefund: ['admins', 'others'],
  decideSuspense: ['admins', 'others'],
  debit: ['admins', 'others'],
  confirmStaffRequest: ['admins', 'others'],
  rejectStaffRequest: ['admins', 'others'],
  decideRecoveryItem: ['admins', 'others'],
  openShop: ['admins', 'nobody'],
  closeReservedAccount: ['admins', 'others'],
  updatePrice: ['admins', 'nobody'],
  addPlan: ['admins', 'nobody'],
  updatePlan: ['admins', 'nobody'],
  deletePlan: ['admins', 'nobody'],
  listPriceSchedules: ['admins', 'nobody'],
  schedulePrices: ['admins', 'nobody'],
  cancelPriceSchedule: ['admins', 'others'],
  updateServices: ['admins', 'nobody'],
  checkServices: ['admins', 'nobody'],
  listSuppliers: ['admins', 'nobody'],
  setSupplier: ['admins', 'nobody'],
  acceptFloat: ['admins', 'nobody'],
  listCostPrices: ['admins', 'nobody'],
  setCostPrice: ['admins', 'nobody'],
  setSpecialPrice: ['admins', 'others'],
  resetUserPassword: ['admins', 'others'],
  sendMail: ['admins', 'others'],
  previewMail: ['admins', 'others'],
  listMailCampaigns: ['admins', 'others'],
  stopMailCampaign: ['admins', 'others'],
  getAdminDetails: ['admins', 'others'],
  upgradeUser: ['admins', 'others'],
  upgradeUserByGet: ['admins', 'others'],
  setRoles: ['admins', 'others'],
  holdWithdrawals: ['admins', 'others'],
  setStanding: ['admins', 'others'],
  endAccess: ['admins', 'others'],
  addUserNote: ['staff', 'others'],
  listUserNotes: ['staff', 'others'],
  correctContactDetails: ['admins', 'others'],
  listStaffActions: ['admins', 'others'],
  listStaffReads: ['admins', 'others'],
  findSecurityEvents: ['staff', 'others'],
  getSales: ['admins', 'nobody'],
  getSolvency: ['admins', 'nobody'],
  findAnything: ['staff', 'others'],
};

export const allCells: readonly Cell[] = everybody;
// The keys of a literal are its names.
export const allCalls = Object.keys(rights) as CallName[];
export const mayCall = (name: CallName, cell: Cell): boolean => {
  const allowed: readonly Cell[] = cells[rights[name][0]];
  return allowed.includes(cell);
};
export const whoseThings = (name: CallName): Whose => rights[name][1];
