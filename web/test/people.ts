/** Sample answers of the API for tests of the client. */
import type { Profile, SignedIn, User } from '@jara/contract/calls/accounts.ts';
import type { CallReply } from '@jara/contract/api.ts';
import type { StaffUser } from '@jara/contract/calls/staff.ts';
import type { Terms } from '@jara/contract/calls/terms.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';

export function user(changes: Partial<User> = {}): User {
  return {
    _id: 'u1',
    userName: 'adaeze',
    fullName: 'Adaeze Obi',
    email: 'adaeze@example.com',
    phoneNumber: '08031234567',
    userType: 'smart earner',
    balance: 5_000,
    balanceVersion: 3,
    standing: 'active',
    standingWords: null,
    isFrozen: false,
    referredBy: null,
    createdAt: '2026-11-01T10:00:00.000Z',
    lastLogin: null,
    nin: null,
    bvn: null,
    accountNumbers: [],
    reservedAccountNo3: null,
    isSpecial: false,
    specialPrices: [],
    webhookUrl: null,
    webhookPausedAt: null,
    apiToken: null,
    ...changes,
  };
}

/** A list of nobody's transactions. */
export const noTransactions = {
  transactions: [],
  page: 1,
  totalPages: 1,
  noOfTransaction: 0,
  totalSales: 0,
  totalDebit: 0,
  totalCredit: 0,
};

/** What the shop of these tests asks. */
export const terms: Terms = {
  airtime: { minimum: 100, maximum: 50_000, chargePercent: 99, resellerChargePercent: 98 },
  electricity: { minimum: 500, maximum: 500_000, fee: 50 },
  funding: { minimum: 100, maximum: 5_000_000, feePercent: 1 },
  transfer: { minimum: 1, maximum: 1_000_000 },
  withdrawal: { minimum: 100, maximum: 1_000_000, fee: 50 },
  earnings: { minimum: 100 },
  upgrade: { fee: 1_000, referralReward: 500 },
  coupon: { maximum: 1_000_000, dailyMaximum: 5_000_000 },
  testTopUp: { maximum: 100_000 },
  purchase: { duplicateWindowSeconds: 30, giveUpHours: 24 },
};

export const signedIn = (changes: Partial<SignedIn> = {}): SignedIn => ({
  ...person(),
  token: 'token-1',
  msg: 'Welcome back',
  ...changes,
});

export const profile = (changes: Partial<Profile> = {}): Profile => ({ ...person(), terms, ...changes });

function person(): Omit<Profile, 'terms'> {
  return {
    user: user(),
    isAdmin: false,
    isAgent: false,
    isCouponVendor: false,
    isShopClosed: false,
    sessionIdleMinutes: 720,
    transactions: [],
    subscriptionPlans: {
      MTN: [],
      MTN_CG_PRICE: [],
      GLO: [],
      AIRTEL: [],
      NMOBILE: [],
      CABLETV: [],
      CABLENAME: [],
      DISCO: [],
      NETWORK: [],
    },
  };
}

export function receipt(changes: Partial<Receipt> = {}): Receipt {
  return {
    _id: 't1',
    reference: 'JR-20261121-0001',
    clientReference: null,
    metadata: null,
    trans_Type: 'airtime',
    trans_Status: 'success',
    trans_Network: 'MTN',
    trans_amount: 495,
    trans_UserName: 'adaeze',
    phone_number: '08031234567',
    createdAt: '2026-11-21T13:02:04.000Z',
    balance_Before: 5_000,
    balance_After: 4_505,
    apiResponse: null,
    apiResponseId: null,
    paymentLink: null,
    product: 'MTN',
    description: 'MTN airtime \u20a6500',
    recipient: '08031234567',
    charge: 495,
    faceValue: 500,
    token: null,
    tokens: [],
    units: null,
    supplierMessage: null,
    timeline: [
      { at: '2026-11-21T13:02:04.000Z', step: 'paid', text: 'Paid from your wallet' },
      { at: '2026-11-21T13:02:09.000Z', step: 'delivered', text: 'Delivered by MTN' },
    ],
    ...changes,
  };
}

export function security(changes: Partial<CallReply<'getSecurity'>> = {}): CallReply<'getSecurity'> {
  return {
    hasPin: false,
    hasTotp: false,
    hasPasskey: false,
    isTotpRequired: false,
    staffSecondFactors: [],
    recoveryCodesLeft: 0,
    sendingLimit: null,
    moneyHeld: null,
    pinRemovedAt: null,
    isFrozen: false,
    dailyLimit: null,
    spentToday: 0,
    ...changes,
  };
}

export function staffUser(changes: Partial<StaffUser> = {}): StaffUser {
  return {
    _id: '12',
    userName: 'bola',
    fullName: 'Bola Ade',
    email: 'bola@example.com',
    isEmailConfirmed: true,
    phoneNumber: '08039876543',
    isPhoneConfirmed: true,
    userType: 'smart earner',
    isAdmin: false,
    isAgent: false,
    isCouponVendor: false,
    staffLimits: {},
    staffUsedToday: {},
    balance: 1_500,
    standing: 'active',
    standingReason: null,
    standingSince: null,
    isFrozen: false,
    withdrawalsHeldSince: null,
    dailyLimit: null,
    referredBy: 'adaeze',
    nin: '*******6789',
    bvn: null,
    accountNumbers: [{ bankName: 'palmpay', accountNumber: '6012345678' }],
    isSpecial: true,
    specialPrices: [{ productName: 'MTN-SME', price: 600 }],
    createdAt: '2026-11-01T10:00:00.000Z',
    lastLogin: null,
    ...changes,
  };
}
