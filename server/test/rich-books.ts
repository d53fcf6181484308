/** Books with every kind of operation in every state, made through the program's own calls: for the tests that spoil them. */
import { naira } from '@jara/contract/money.ts';
import { vi } from 'vitest';
import type { VerifyAnswer } from '../src/outside/cards/cards.ts';
import type { Pool } from '../src/platform/db.ts';
import { settleAs } from '../src/slices/funding/testing/settle-as.ts';
import { settlementWithoutWords, type Settlement } from '../src/slices/purchases/settle.ts';
import { receiveBankTransfers } from '../src/slices/reserved-accounts/testing/bank-transfers.ts';
import { createFakeBank } from '../src/slices/withdrawals/testing/fake-bank.ts';
import type { TestApp } from './app.ts';
import { numberOf } from './buying.ts';
import { buyElectricity, meterOf } from './electricity.ts';
import type { TestUser } from './make.ts';
import { suspendTransfer } from './suspense.ts';

interface People {
  ada: TestUser;
  bola: TestUser;
  vendor: TestUser;
  admin: TestUser;
}

/** What was done names itself in `recipient`, `supplier_message`, `description` or a reference: the tests find it by that. */
export async function fillBooks(app: TestApp, owner: Pool): Promise<void> {
  const { make } = app;
  const people: People = {
    ada: await make.user({ userName: 'ada' }),
    bola: await make.user({ userName: 'bola', wallet: naira(20_000) }),
    vendor: await make.user({ userName: 'vendor_v', isCouponVendor: true, wallet: naira(1_000) }),
    admin: await make.user({ userName: 'boss', isAdmin: true }),
  };
  for (const amount of [10_000, 700]) await app.as(people.ada).call('testTopUp', { amount });
  // Somebody to whom nothing else happens.
  const ngozi = await make.user({ userName: 'ngozi' });
  for (const amount of [1_000, 500]) await app.as(ngozi).call('testTopUp', { amount });
  await buyEverything(app, people);
  await fundByCard(app, people);
  await receiveBankTransfers(app, people.ada, owner);
  await decideSuspense(app, people);
  await createFakeBank(app).withdrawIntoEachState(people.bola, owner);
  await giveAround(app, people, owner);
  await debitByTwo(app, people);
  await stopSomebody(app, people);
  // Of what was late, disputed or without an account.
  app.takeErrors();
}

/** Who logs in then all the same. */
async function stopSomebody(app: TestApp, { admin }: People): Promise<void> {
  const { userId, userName, password } = await app.make.user({ userName: 'gbenga' });
  const standing = { id: String(userId), standing: 'restricted', reason: 'A bank asked for it' };
  const stopped = await app.as(admin).call('setStanding', standing);
  if (stopped.status !== 200) throw new Error(`nobody was stopped: ${JSON.stringify(stopped.body)}`);
  await app.anybody().call('login', { userName, password });
}

async function buyEverything(app: TestApp, { ada, bola, admin }: People): Promise<void> {
  const [carol, dayo] = [
    await app.make.user({ userName: 'carol', wallet: naira(5_000) }),
    await app.make.user({ userName: 'dayo', wallet: naira(4_000) }),
  ];
  const airtime = async (user: TestUser, ending: string, key?: string): Promise<string> => {
    const body = { network: 1, amount: 500, mobile_number: numberOf('MTN', ending) };
    const answer = await app.as(user).call('buyAirtime', body, key === undefined ? {} : { key });
    return (answer.body as { receipt: { _id: string } }).receipt._id; // every answer of this call
  };
  const { subscriptionPlans } = (await app.as(ada).call('getProfile')).reply;
  const [plan] = subscriptionPlans.MTN;
  for (const user of [ada, carol, dayo]) {
    const body = { network: 1, plan: plan?.id, mobile_number: numberOf('MTN', '1234') };
    await app.as(user).call('buyData', body, { key: `data-${user.userName}` });
  }
  await airtime(ada, '1234', 'airtime-delivered');
  await airtime(ada, '0001', 'airtime-refused');
  await airtime(bola, '0009', 'airtime-open');
  await airtime(ada, '0009', 'airtime-open');
  const [reversed, unknown, late, refunded, lateReversed, ...recovered] = [
    await airtime(ada, '1234'),
    await airtime(bola, '0009'),
    await airtime(bola, '0001'),
    await airtime(bola, '1234'),
    await airtime(bola, '0001'),
    await airtime(ada, '1234'),
    await airtime(bola, '1234'),
  ];
  await buyElectricity(app, bola, meterOf('1234'));
  await buyElectricity(app, bola, meterOf('0001'));
  await vi.waitFor(() => {
    if (app.context.purchases.sending.ongoing.ids().length > 0) throw new Error('still sending');
  });
  const settle = (id: string, attempt: number, result: Settlement['result']) =>
    app.context.pool.commit((db) =>
      app.context.purchases.settleInCommit(db, settlementWithoutWords(BigInt(id), attempt, result)),
    );
  await settle(reversed, 1, { outcome: 'refused', nextSupplier: null });
  await settle(unknown, 1, { outcome: 'refused', nextSupplier: null, notFound: true });
  await settle(late, 1, { outcome: 'delivered', tokens: [], units: null });
  await settle(lateReversed, 1, { outcome: 'delivered', tokens: [], units: null });
  await settle(lateReversed, 1, { outcome: 'refused', nextSupplier: null });
  for (const id of [refunded, ...recovered])
    await app.as(admin).call('refund', { id, reason: 'It never arrived' });
  // By the word of the supplier, and by that of an admin.
  const [bySupplier, byAdmin] = recovered;
  await settle(bySupplier, 1, { outcome: 'refused', nextSupplier: null });
  await app.as(admin).call('recoverRefund', { id: byAdmin, reason: 'Their statement' });
}

const paid = { outcome: 'paid', amountKobo: naira(500), currency: 'NGN', providerReference: 'GW1' } as const;

/** Gives the reference of the payment. */
async function payByCard({ as, context }: TestApp, user: TestUser, said: VerifyAnswer): Promise<string> {
  const { reference } = (await as(user).call('initiateSquadFunding', { amount: 500 })).reply;
  await settleAs(context, reference, said);
  return reference;
}

async function fundByCard(app: TestApp, { ada, bola }: People): Promise<void> {
  const ends: [TestUser, VerifyAnswer][] = [
    [ada, paid],
    [bola, paid],
    [ada, { outcome: 'failed', message: 'The bank said no' }],
    [ada, { outcome: 'pending' }],
    [ada, { ...paid, currency: 'USD' }],
  ];
  for (const [user, said] of ends) {
    await payByCard(app, user, said);
  }
}

async function decideSuspense(app: TestApp, { bola, admin }: People): Promise<void> {
  const decisions = [{ outcome: 'credit', userName: bola.userName }, { outcome: 'return' }];
  for (const decision of decisions) {
    const id = await suspendTransfer(app);
    await app.as(admin).call('decideSuspense', { id, reason: 'The bank wrote', ...decision });
  }
}

/** Between users, and from the house to them. */
async function giveAround(app: TestApp, { ada, bola, vendor, admin }: People, owner: Pool): Promise<void> {
  await app.as(bola).call('transferFund', { userName: ada.userName, amount: 20 });
  await app.as(admin).call('transferFund', { userName: bola.userName, amount: 30, reason: 'A gift' });
  const coupon = { userAccount: 'ada', amount: 300 };
  const { couponCode } = (await app.as(vendor).call('generateCoupon', coupon)).reply;
  await app.as(admin).call('generateCoupon', { ...coupon, amount: 400 }, { key: 'coupon-of-the-house' });
  await app.as(ada).call('redeemCoupon', { coupon: couponCode });
  await voidCoupons(app, vendor, admin);
  await owner.run('update users set referred_by = $2 where id = $1', [bola.userId, ada.userId]);
  await app.as(bola).call('upgradeToReseller', { id: String(bola.userId), userType: 'reseller' });
  await app.as(ada).call('withdrawEarning', { amount: 200 });
  await app.as(admin).call('setSpecialPrice', {
    userId: String(ada.userId),
    productName: 'MTN-SME',
    price: 800,
    confirm: true,
  });
  await app.as(admin).call('upgradeUser', { userId: String(vendor.userId), userType: 'reseller' });
  await app.as(admin).call('setRoles', {
    id: String(vendor.userId),
    isAdmin: false,
    isAgent: false,
    isCouponVendor: true,
    staffLimits: { coupons: 2_000 },
    reason: 'Begins small',
    password: admin.password,
  });
}

/** One that the vendor paid for, and one of the house. */
async function voidCoupons(app: TestApp, vendor: TestUser, admin: TestUser): Promise<void> {
  for (const maker of [vendor, admin]) {
    await app.as(maker).call('generateCoupon', { userAccount: 'bola', amount: 50 });
    const [coupon] = (await app.as(maker).call('listCoupons', { owner: 'bola' })).reply.coupons;
    const voided = await app.as(admin).call('voidCoupon', { id: coupon?._id, reason: 'The code got lost' });
    if (voided.status !== 200) throw new Error(`no coupon was voided: ${JSON.stringify(voided.body)}`);
  }
}

/** A part of what came in by mistake, and a card payment of which the wallet holds a little. */
async function debitByTwo(app: TestApp, { bola, admin }: People): Promise<void> {
  const second = await app.make.user({ userName: 'boss_two', isAdmin: true });
  const efe = await app.make.user({ userName: 'efe' });
  const { _id } = (await app.as(efe).call('testTopUp', { amount: 300 })).reply.receipt;
  const reference = await payByCard(app, efe, paid);
  await app.as(efe).call('transferFund', { userName: bola.userName, amount: 700 });
  const wanted = [
    { id: _id, kind: 'clawback', amount: 20, reason: 'Too much' },
    { id: reference, kind: 'chargeback', reason: 'The bank wrote' },
  ];
  for (const debit of wanted) {
    await app.as(admin).call('debit', debit);
    const { staffRequests } = (await app.as(second).call('listStaffRequests')).reply;
    const held = staffRequests.find(({ call }) => call === 'debit');
    const confirmed = await app.as(second).call('confirmStaffRequest', {
      id: held?._id,
      reason: 'I saw the letter',
    });
    if (confirmed.status !== 200) throw new Error(`nobody was debited: ${JSON.stringify(confirmed.body)}`);
  }
}
