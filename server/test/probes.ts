/**
 * One request for every call that its caller may make with success: what the tests of roles and of the API's document send. A call
 * without a probe does not compile.
 */
import type { CallName } from '@jara/contract/paths.ts';
import { naira } from '@jara/contract/money.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { acceptDriftAtGlad } from './float-drift.ts';
import type { TestApp } from './app.ts';
import { buyToDecide, buyToRecover, numberOf } from './buying.ts';
import { meterId, meterOf } from './electricity.ts';
import type { TestUser } from './make.ts';
import { sendMails, untilResetLink } from './mails.ts';
import { newPushDevice } from './push-device.ts';
import { creditFromSuspense } from './suspense.ts';
import { apiTokenProbes } from '../src/slices/api-tokens/testing/probes.ts';
import { closeAndCompare, loseDelivery } from '../src/slices/recovery/testing/closed-shop.ts';
import { requestProbes } from '../src/slices/staff-actions/testing/probes.ts';
import { couponProbes } from '../src/slices/coupons/testing/probes.ts';
import { contactDetailsProbes } from '../src/slices/contact-details/testing/probes.ts';
import { kycProbes } from '../src/slices/kyc/testing/probes.ts';
import { reservedAccountProbes } from '../src/slices/reserved-accounts/testing/probes.ts';
import { standingProbes } from '../src/slices/standings/testing/probes.ts';
import { stepUpProbes } from '../src/slices/step-up/testing/probes.ts';
import { accountEnding, bankName } from '../src/slices/withdrawals/testing/fake-bank.ts';

type Input = Record<string, unknown>;

/** `owner` has what the call names, `caller` makes it; for one's own things they are the same. Makes what must be there first. */
export type Probe = (stage: Stage, people: { owner: TestUser; caller: TestUser }) => Promise<Input>;

export interface Stage {
  app: TestApp;
  /** Where the owners of webhooks hear. */
  receiverUrl: string;
}

/** Settings under which as many probes as one likes may follow each other. */
export const probeSettings = {
  REGISTRATIONS_PER_HOUR: '100000',
  PASSWORD_RESETS_PER_HOUR_AND_ADDRESS: '100000',
};

let numbers = 0;
const next = (): number => (numbers += 1);
/** Eleven digits whose last four choose nothing in the sandbox. */
const plainNumber = (beginning: string): string => `${beginning}${String(next()).padStart(3, '0')}5555`;

const staff = ({ app }: Stage): Promise<TestUser> => app.make.user({ isAdmin: true });
const purchaseOf = async ({ app }: Stage, owner: TestUser): Promise<Receipt> => {
  const body = { network: 1, mobile_number: numberOf('MTN', '5555'), amount: 100 };
  return (await app.as(owner).call('buyAirtime', body)).reply.receipt;
};
const problem = { kind: 'not_delivered', text: 'She says that nothing came.' };
const disputeOf = async (stage: Stage, owner: TestUser): Promise<string> => {
  const { _id } = await purchaseOf(stage, owner);
  return (await stage.app.as(owner).call('openDispute', { id: _id, ...problem })).reply.dispute._id;
};
const planOf = async (stage: Stage): Promise<{ _id: string; planId: number }> =>
  (await stage.app.as(await staff(stage)).call('addPlan', newPlan())).reply.plan;
const newPlan = () => ({
  planNetwork: 'GLO',
  planName: `${next()}GB`,
  planType: 'CG',
  planVolumeRatio: 1,
  planValidity: '30 days',
  smartEarnerPrice: 300,
  resellerPrice: 290,
  apiPrice: 285,
  planCostPrice: 250,
  planAvailability: false,
  confirm: true,
});
const plannedPrices = async (stage: Stage) => ({
  changes: [{ _id: (await planOf(stage))._id, smartEarnerPrice: 305 }],
});
/** A further device on which the owner is logged in. */
const sessionOf = async ({ app: { context } }: Stage, { userId }: TestUser): Promise<string> => {
  const { pool, sessions } = context;
  await sessions.open(pool, userId, { userAgent: 'another', ip: '127.0.0.1' });
  const { id } = await pool.get<{ id: bigint }>('select max(id) as id from sessions where user_id = $1', [
    userId,
  ]);
  return String(id);
};
const withPassword: Probe = async (_stage, { caller }) => ({ password: caller.password });
const contactOf = async ({ app }: Stage, owner: TestUser): Promise<string> =>
  (await app.as(owner).call('addContact', newContact())).reply.contact._id;
const newContact = () => ({
  contactName: 'Mama',
  contactNumber: numberOf('MTN', '5555'),
  contactNetwork: 'MTN',
});
const withWebhook = async ({ app, receiverUrl }: Stage, owner: TestUser) =>
  (await app.as(owner).call('updateWebhook', { webhookUrl: receiverUrl })).reply;
/** One for all: in the examples that are made of this, what was validated is what is withdrawn to. */
const bankAccount = { bankName, accountNumber: accountEnding('5555') };
const validatedAccount = async ({ app }: Stage, caller: TestUser): Promise<Input> => {
  await app.as(caller).call('validateBankAccount', bankAccount);
  return bankAccount;
};
const withEarnings = async ({ app }: Stage, owner: TestUser): Promise<void> => {
  const friend = await app.make.user({ wallet: naira(1_000) });
  const { pool } = app.context;
  await pool.run('update users set referred_by = $2 where id = $1', [friend.userId, owner.userId]);
  await app.as(friend).call('upgradeToReseller', { id: String(friend.userId), userType: 'reseller' });
};
const electricity = () => ({
  meterId: meterId('Ikeja'),
  meterNumber: meterOf('5555'),
  meterType: 'prepaid',
});

const newMail = ({ userName }: TestUser): Input => ({
  subject: 'News',
  message: 'Prices are lower.',
  url: 'https://shop.example',
  linkMessage: 'Look',
  userAccount: userName,
});

const nothing: Probe = async () => ({});
const about =
  (fields: (owner: TestUser) => Input): Probe =>
  async (_stage, { owner }) =>
    fields(owner);

const idOf = ({ userId }: TestUser) => ({ userId: String(userId) });

export const probes: Record<CallName, Probe> = {
  register: async () => {
    const userName = `new_${next()}`;
    const password = 'correct horse 9';
    return {
      userName,
      email: `${userName}@people.example`,
      phoneNumber: plainNumber('0802'),
      password,
      passwordCheck: password,
    };
  },
  login: about(({ userName, password }) => ({ userName, password })),
  logout: nothing,
  isTokenValid: nothing,
  getProfile: nothing,
  getBalance: nothing,
  changePassword: async (_stage, { caller }) => {
    const newPassword = 'another horse 10';
    return { oldPassword: caller.password, newPassword, newPasswordCheck: newPassword };
  },
  requestPasswordReset: about(({ email }) => ({ email })),
  resetPassword: async ({ app }, { owner }) => {
    await app.anybody().call('requestPasswordReset', { email: owner.email });
    await sendMails(app.context);
    const { userId, token } = await untilResetLink(app, owner.email);
    const newPassword = 'another horse 10';
    return { userId, token, newPassword, newPasswordCheck: newPassword };
  },
  ...apiTokenProbes,
  getSecurity: nothing,
  listSessions: nothing,
  endSession: async (stage, { owner }) => ({ id: await sessionOf(stage, owner) }),
  endOtherSessions: nothing,
  listSecurityEvents: nothing,
  getPush: nothing,
  subscribePush: async ({ app }) => newPushDevice(`${app.sandbox.url}/push/device-${next()}`).subscription,
  unsubscribePush: nothing,
  ...stepUpProbes,
  freezeWallet: nothing,
  unfreezeWallet: withPassword,
  setSpendingLimit: async () => ({ amount: 5_000 }),
  removeSpendingLimit: withPassword,
  listContacts: nothing,
  addContact: async () => newContact(),
  updateContact: async (stage, { owner }) => ({ id: await contactOf(stage, owner), ...newContact() }),
  removeContact: async (stage, { owner }) => ({ id: await contactOf(stage, owner) }),
  openDispute: async (stage, { owner }) => ({ id: (await purchaseOf(stage, owner))._id, ...problem }),
  listDisputes: async (stage, { owner }) => {
    await disputeOf(stage, owner);
    return {};
  },
  answerDispute: async (stage, { owner }) => ({
    id: await disputeOf(stage, owner),
    text: 'The network says that it arrived at 14:02.',
  }),
  getStatement: nothing,
  getCustomerCopy: nothing,
  getSalesToday: nothing,
  updateCustomerCopy: async () => ({
    shopName: 'Mama Nkechi Stores',
    showsPrice: true,
    sellingPrice: { product: 'MTN 1GB SME, 30 days', price: 550 },
  }),
  listPrices: nothing,
  getStatus: nothing,
  listAwaitedServices: nothing,
  awaitService: async () => ({ serviceName: 'GLO', serviceType: 'data' }),
  listPlans: async () => ({ network: 'MTN' }),
  buyData: async () => ({ network: 1, mobile_number: numberOf('MTN', '5555'), plan: 1 }),
  buyAirtime: async () => ({
    network: 1,
    mobile_number: numberOf('MTN', '5555'),
    amount: 100,
    clientReference: 'order-4821',
    metadata: { customer: 'c-118' },
  }),
  validateMeter: async () => electricity(),
  buyElectricity: async () => ({ ...electricity(), amount: 1_000 }),
  initiateSquadFunding: async () => ({ amount: 500 }),
  getReferral: nothing,
  withdrawEarning: async (stage, { caller }) => {
    await withEarnings(stage, caller);
    return {};
  },
  upgradeToReseller: about(({ userId }) => ({ id: String(userId), userType: 'reseller' })),
  redeemCoupon: async (stage, { owner }) => {
    const wanted = { userAccount: owner.userName, amount: 100 };
    const { couponCode } = (await stage.app.as(await staff(stage)).call('generateCoupon', wanted)).reply;
    return { coupon: couponCode };
  },
  ...couponProbes,
  generateCoupon: about(({ userName }) => ({ userAccount: userName, amount: 100 })),
  testTopUp: async () => ({ amount: 100 }),
  listTransactions: nothing,
  getTransaction: async (stage, { owner }) => ({ id: (await purchaseOf(stage, owner))._id }),
  checkSlip: async (stage, { owner }) => {
    const { _id: id } = await purchaseOf(stage, owner);
    return { slip: (await stage.app.as(owner).call('getTransaction', { id })).reply.slip };
  },
  validateUser: about(({ userName }) => ({ userName })),
  transferFund: about(({ userName }) => ({ userName, amount: 10 })),
  updateWebhook: async ({ receiverUrl }) => ({ webhookUrl: receiverUrl }),
  listWebhookMessages: nothing,
  replayWebhookMessage: async (stage, { owner }) => {
    await withWebhook(stage, owner);
    return { id: (await stage.app.as(owner).call('testWebhook')).reply.message._id };
  },
  testWebhook: async (stage, { caller }) => {
    await withWebhook(stage, caller);
    return {};
  },
  listBankCodes: nothing,
  validateBankAccount: async () => bankAccount,
  listBeneficiaries: nothing,
  addBeneficiary: (stage, { caller }) => validatedAccount(stage, caller),
  removeBeneficiary: async (stage, { owner }) => {
    const account = await validatedAccount(stage, owner);
    const { beneficiaryList } = (await stage.app.as(owner).call('addBeneficiary', account)).reply;
    return { id: beneficiaryList[0]?._id };
  },
  withdraw: async (stage, { caller }) => ({ ...(await validatedAccount(stage, caller)), amount: 500 }),
  reQueryWithdrawal: async (stage, { owner }) => ({ transactionId: (await purchaseOf(stage, owner))._id }),
  refund: async (stage, { owner }) => ({ id: (await purchaseOf(stage, owner))._id, reason: 'Wrong number' }),
  recoverRefund: ({ app }, { owner }) => buyToRecover(app, owner),
  debit: async ({ app }, { owner }) => ({
    id: (await app.as(owner).call('testTopUp', { amount: 100 })).reply.receipt._id,
    kind: 'clawback',
    reason: 'It was for somebody else',
  }),
  listWaiting: nothing,
  decideWaiting: ({ app }, { owner }) => buyToDecide(app, owner),
  listSuspense: nothing,
  decideSuspense: ({ app }, { owner }) => creditFromSuspense(app, owner),
  getRecovery: ({ app }, { caller }) => closeAndCompare(app, caller).then(() => ({})),
  decideRecoveryItem: ({ app }) => loseDelivery(app),
  openShop: ({ app }, { caller }) => closeAndCompare(app, caller),
  updatePrice: async (stage) => {
    const { _id } = await planOf(stage);
    return { dataId: _id, newPrice: { price: 310 } };
  },
  addPlan: async () => newPlan(),
  updatePlan: async (stage) => ({ _id: (await planOf(stage))._id, planValidity: '7 days' }),
  deletePlan: async (stage) => ({ _id: (await planOf(stage))._id }),
  listPriceSchedules: nothing,
  schedulePrices: async (stage) => plannedPrices(stage),
  cancelPriceSchedule: async (stage) => {
    const boss = stage.app.as(await staff(stage));
    // Whatever the plan costs by now: others change that.
    const prices = { ...(await plannedPrices(stage)), confirm: true };
    return { id: (await boss.call('schedulePrices', prices)).reply.schedule._id };
  },
  updateServices: async () => ({ serviceName: 'GLO', serviceType: 'airtime', serviceStatus: true }),
  checkServices: nothing,
  listSuppliers: nothing,
  setSupplier: async () => ({ network: 'MTN', supplierName: 'GLAD' }),
  acceptFloat: ({ app }) => acceptDriftAtGlad(app.context.pool),
  listCostPrices: nothing,
  setCostPrice: async () => ({ network: 'AIRTEL-CG', costPrice: 250, confirm: true }),
  setSpecialPrice: about((user) => ({ ...idOf(user), productName: 'MTN-SME', price: 400, confirm: true })),
  resetUserPassword: about(idOf),
  sendMail: about(newMail),
  previewMail: about(newMail),
  listMailCampaigns: nothing,
  stopMailCampaign: async (stage, { owner }) => {
    const boss = stage.app.as(await staff(stage));
    await boss.call('sendMail', newMail(owner));
    return { id: (await boss.call('listMailCampaigns')).reply.campaigns[0]?._id };
  },
  getNotification: nothing,
  updateNotification: async () => ({ msg: 'Welcome' }),
  getSales: nothing,
  getSolvency: nothing,
  getAdminDetails: nothing,
  listUsers: nothing,
  ...requestProbes,
  ...contactDetailsProbes,
  ...kycProbes,
  ...reservedAccountProbes,
  ...standingProbes,
  findSecurityEvents: nothing,
  listStaffReads: nothing,
  findAnything: about(({ userName }) => ({ text: userName })),
};
