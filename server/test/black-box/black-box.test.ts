/**
 * A client that knows the specification, the decisions and `/openapi.json`, and nothing of this program, lives the life of an API user
 * and of an operator on a running sandbox.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { verify } from '../../samples/verify.ts';
import { useTestApp } from '../app.ts';
import { mailsTo } from '../mails.ts';
import { useReceiver } from '../outside/receiver.ts';
import { meet, type Client, type Said, type Environment } from './client.ts';
import { calls, messages, screenMessages } from './specification.ts';

const installation = useTestApp({ jobs: true });
const receiver = useReceiver();
const root = fileURLToPath(new URL('../../../', import.meta.url));
const password = 'a long pass phrase';
let environment: Environment;
let api: Client;
let user: Client;
let admin: Client;
let userId = '';
let secret = '';

const ok = (said: Said): Said['body'] => {
  if (said.status >= 300) throw new Error(`${said.status}: ${JSON.stringify(said.body)}`);
  return said.body;
};
const control = async (path: string, body: unknown): Promise<void> => {
  const response = await fetch(`${installation.sandbox.url}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  await response.body?.cancel();
};
const signIn = async (userName: string, word: string): Promise<Client> =>
  api.withToken(ok(await api.call('login', { userName, password: word })).token);
const balance = async (): Promise<number> => ok(await user.call('getProfile')).user.balance;
const statusOf = async (id: string): Promise<string> =>
  ok(await user.call('getTransaction', { id })).receipt.trans_Status;

beforeAll(async () => {
  environment = await meet(installation.url);
  api = environment.client;
  admin = await signIn('admin', 'JaraSandbox1');
});

describe('an API user', () => {
  it('registers, logs in and makes a token for the shop', async () => {
    const person = { userName: 'ada_shop', email: 'ada@people.example', phoneNumber: '08021235555' };
    const registered = ok(
      await api.call('register', { ...person, password, passwordCheck: password, referredBy: 'smart' }),
    );
    expect(registered).toMatchObject({ isAdmin: false, isCouponVendor: false, transactions: [] });
    expect(Object.keys(registered.subscriptionPlans)).toEqual(
      expect.arrayContaining(['MTN', 'MTN_CG_PRICE', 'GLO', 'AIRTEL', 'NMOBILE', 'DISCO', 'NETWORK']),
    );
    userId = registered.user._id;
    user = await signIn('ada@people.example', password);
    expect(ok(await user.call('isTokenValid'))).toEqual({ valid: true });
    const { apiToken } = ok(await user.call('createApiToken', { name: 'My shop', password }));
    const shop = api.withToken(apiToken);
    expect(ok(await shop.call('getProfile')).user).toMatchObject({ userName: 'ada_shop', balance: 0 });
    expect(
      (await shop.call('changePassword', { oldPassword: password, newPassword: 'x', newPasswordCheck: 'x' }))
        .status,
    ).toBe(403);
  });

  it('fails to upgrade without the money for it', async () => {
    const refused = await user.call('upgradeToReseller', { id: userId, userType: 'reseller' });
    expect([refused.status, refused.body.msg]).toEqual([409, 'Insufficient balance']);
  });

  it('sets a webhook', async () => {
    secret = ok(await user.call('updateWebhook', { webhookUrl: receiver.url })).webhookSecret;
    expect(secret).toMatch(/^whsec_/);
  });

  it('adds money by card, by bank transfer, by coupon and in play', async () => {
    const { link, reference } = ok(await user.call('initiateSquadFunding', { amount: 10_000 }, 'fund-1'));
    expect(link).toMatch(/^http/);
    await control('pay', { reference });
    await expect.poll(() => balance(), { timeout: 10_000 }).toBe(9_900);
    ok(await user.call('updateKyc', { nin: '70123455555' }));
    const { text = '' } = installation.sandbox.journal().messages.at(-1) ?? {};
    expect((await user.call('generateAccount', { bankName: 'palmpay' })).status).toBe(403);
    ok(await user.call('confirmIdentity', { code: text.slice(0, 6) }));
    const { accountNumbers } = ok(await user.call('generateAccount', { bankName: 'palmpay' }));
    expect(ok(await user.call('generateAccountByGet')).accountNumbers).toEqual(accountNumbers);
    await control('bank-transfer', { accountNumber: accountNumbers[0].accountNumber, amount: 1_000 });
    await expect.poll(() => balance(), { timeout: 10_000 }).toBe(10_890);
    const { couponCode } = ok(
      await admin.call('generateCoupon', { userAccount: 'ada_shop', amount: 110 }, 'coupon-1'),
    );
    expect(ok(await user.call('redeemCoupon', { userName: 'ada_shop', coupon: couponCode })).amount).toBe(
      110,
    );
    ok(await user.call('testTopUp', { amount: 9_000 }));
    expect(await balance()).toBe(20_000);
  });

  it('buys data, airtime and electricity, once for each key', async () => {
    const prices = ok(await api.call('listPrices'));
    const mtn = prices.find((item: { plan_network: string }) => item.plan_network === 'MTN');
    const { plans } = ok(await user.call('listPlans', { network: 'MTN' }));
    expect(plans.length).toBeGreaterThan(0);
    const data = { network: 1, mobile_number: '08031235555', plan: mtn.id, expectedAmount: mtn.my_price };
    const before = await balance();
    const bought = ok(await user.call('buyData', data, 'order-1'));
    expect(bought.receipt).toMatchObject({
      trans_Type: 'data',
      trans_Status: 'success',
      phone_number: '08031235555',
    });
    const again = await user.call('buyData', data, 'order-1');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(before - (await balance())).toBe(mtn.my_price);

    const airtime = ok(
      await user.call('buyAirtime', { network: 1, mobile_number: '08031236666', amount: 500 }),
    );
    expect(airtime.receipt.balance_Before - airtime.receipt.balance_After).toBeCloseTo(495);
    const meter = { meterId: 18, meterNumber: '41000005555', meterType: 'prepaid' };
    expect(ok(await user.call('validateMeter', meter)).name).toMatch(/\w/);
    const light = ok(await user.call('buyElectricity', { ...meter, amount: 1_000 }));
    expect(light.receipt).toMatchObject({ trans_Type: 'electricity', charge: 1_050 });
    expect(light.receipt.token).toMatch(/\d{4}/);
    const unknown = await user.call('validateMeter', { ...meter, meterNumber: '41000010000' });
    expect([unknown.status, unknown.body.name]).toEqual([400, unknown.body.msg]);
  });

  it('waits for what is processing, and gets back what was refused', async () => {
    const pending = await user.call('buyAirtime', { network: 1, mobile_number: '08031230002', amount: 100 });
    expect([200, 202]).toContain(pending.status);
    await expect.poll(() => statusOf(pending.body.receipt._id), { timeout: 20_000 }).toBe('success');
    const before = await balance();
    const refused = await user.call('buyAirtime', { network: 1, mobile_number: '08031230001', amount: 100 });
    expect([refused.status, refused.body.code]).toEqual([422, 'supplier_refused']);
    expect(await balance()).toBe(before);
  });

  it('hears of it, signed', async () => {
    await expect
      .poll(() => receiver.received.map(({ body }) => JSON.parse(body).data.trans_Type), { timeout: 15_000 })
      .toEqual(expect.arrayContaining(['data', 'airtime', 'electricity', 'refund']));
    for (const { id, timestamp, signature, body } of receiver.received) {
      const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
      expect(verify(secret, headers, body)).toMatchObject({ data: { trans_UserName: 'ada_shop' } });
      expect(() => verify(secret, headers, `${body} `)).toThrow('not genuine');
    }
  });

  it('finds every transaction in the list', async () => {
    const { transactions, noOfTransaction } = ok(await user.call('listTransactions', { page: 1 }));
    expect(transactions).toHaveLength(noOfTransaction);
    const airtime = ok(
      await user.call('listTransactions', { type: 'airtime', status: 'success', phoneNumber: '08031236666' }),
    );
    expect(airtime.transactions).toHaveLength(1);
  });

  it('keeps contacts', async () => {
    const person = { contactName: 'Mama', contactNumber: '08031237777', contactNetwork: 'MTN' };
    const { contact } = ok(await user.call('addContact', person));
    ok(await user.call('updateContact', { ...person, id: contact._id, contactName: 'Mama Ada' }));
    expect(ok(await user.call('listContacts')).contacts).toMatchObject([{ contactName: 'Mama Ada' }]);
    ok(await user.call('removeContact', { id: contact._id }));
    expect(ok(await user.call('listContacts')).contacts).toEqual([]);
  });

  it('sends money and withdraws it', async () => {
    expect(ok(await user.call('validateUser', { userName: 'reseller' })).userName).toBe('reseller');
    ok(await user.call('transferFund', { userName: 'reseller', amount: 100 }, 'send-1'));
    const { bankCodes } = ok(await user.call('listBankCodes'));
    const account = { bankName: bankCodes[0].bankName, accountNumber: '0123455555' };
    const { name } = ok(await user.call('validateBankAccount', account));
    const { beneficiaryList } = ok(await user.call('addBeneficiary', account));
    expect(beneficiaryList).toMatchObject([{ accountName: name, accountNumber: '0123455555' }]);
    expect(ok(await user.call('listBeneficiaries')).beneficiaryList).toEqual(beneficiaryList);
    const { receipt } = ok(await user.call('withdraw', { ...account, amount: 1_000 }, 'out-1'));
    await expect.poll(() => statusOf(receipt._id), { timeout: 15_000 }).toBe('success');
    expect(
      ok(await admin.call('reQueryWithdrawal', { transactionId: receipt._id })).receipt.trans_Status,
    ).toBe('success');
  });

  it('becomes a reseller, which the referrer earns by', async () => {
    const smart = await signIn('smart', 'JaraSandbox1');
    ok(await user.call('upgradeToReseller', { id: userId, userType: 'reseller' }));
    expect((await user.call('getProfile')).status).toBe(401);
    user = await signIn('ada_shop', password);
    expect(ok(await user.call('getProfile')).user.userType).toBe('reseller');
    expect(ok(await smart.call('getReferral', { page: 1 }))).toMatchObject({
      earningBalance: 500,
      totalReferred: 1,
    });
    expect(ok(await smart.call('withdrawEarning')).amount).toBe(500);
  });

  it('changes the password, and sets a new one by mail', async () => {
    const next = 'another long phrase';
    ok(
      await user.call('changePassword', { oldPassword: password, newPassword: next, newPasswordCheck: next }),
    );
    ok(await api.call('requestPasswordReset', { email: 'ada@people.example' }));
    const texts = () => mailsTo(installation, 'ada@people.example').map(({ text }) => text);
    const link = () => /https?:\/\/\S*passwordReset#\S+/.exec(texts().toReversed().join('\n'))?.[0];
    await expect.poll(link, { timeout: 15_000 }).toBeDefined();
    const said = new URLSearchParams(new URL(link() ?? '').hash.slice(1));
    const words = { newPassword: password, newPasswordCheck: password };
    ok(
      await api.call('resetPassword', {
        userId: said.get('userId'),
        token: said.get('token'),
        ...words,
      }),
    );
    user = await signIn('ada_shop', password);
  });
});

describe('an operator', () => {
  it('sees the shop and its people', async () => {
    expect(ok(await admin.call('getAdminDetails')).allUsers).toBeGreaterThan(7);
    expect(ok(await admin.call('listUsers', { userName: 'ada_shop' })).users).toMatchObject([
      { _id: userId },
    ]);
    expect(ok(await admin.call('checkServices')).services.length).toBeGreaterThan(0);
    expect((await user.call('listUsers')).status).toBe(403);
  });

  it('keeps plans, prices, suppliers and services', async () => {
    const plan = {
      planNetwork: 'MTN',
      planName: '3GB',
      planType: 'CG',
      planVolumeRatio: 3,
      planValidity: '30 days',
      smartEarnerPrice: 900,
      resellerPrice: 880,
      partnerPrice: 860,
      apiPrice: 870,
      planCostPrice: 800,
      planAvailability: true,
    };
    const { _id } = ok(await admin.call('addPlan', plan)).plan;
    ok(await admin.call('updatePlan', { _id, planValidity: '7 days' }));
    expect(
      ok(await admin.call('updatePrice', { dataId: _id, newPrice: { price: 910 } })).plan.smartEarnerPrice,
    ).toBe(910);
    ok(await admin.call('deletePlan', { planId: _id, _id }));
    ok(await admin.call('setCostPrice', { network: 'MTN-CG', costPrice: 250, confirm: true }));
    expect(ok(await admin.call('listCostPrices')).costPrices).toContainEqual({
      network: 'MTN-CG',
      costPrice: 250,
    });
    ok(await admin.call('setSupplier', { network: 'GLO', supplierName: 'ALARO' }));
    expect(ok(await admin.call('listSuppliers')).suppliers).toContainEqual(
      expect.objectContaining({ network: 'GLO', supplierName: 'ALARO' }),
    );
    ok(await admin.call('setSpecialPrice', { userId, productName: 'MTN-SME', price: 300, confirm: true }));
    const glo = { serviceName: 'GLO', serviceType: 'airtime' };
    ok(await admin.call('updateServices', { ...glo, serviceStatus: false }));
    const locked = await user.call('buyAirtime', { network: 2, mobile_number: '08051235555', amount: 100 });
    expect(locked.status).toBe(423);
    ok(await admin.call('updateServices', { ...glo, serviceStatus: true }));
  });

  it('refunds once, tells everybody, writes mails, and helps who lost a password', async () => {
    const { receipt } = ok(
      await user.call('buyAirtime', { network: 1, mobile_number: '08031238888', amount: 100 }),
    );
    expect(ok(await admin.call('refund', { id: receipt._id })).receipt.trans_Status).toBe('refunded');
    expect((await admin.call('refund', { id: receipt._id })).status).toBe(409);
    ok(await admin.call('updateNotification', { msg: 'GLO is slow today' }));
    expect(ok(await user.call('getNotification')).msg).toBe('GLO is slow today');
    const mail = {
      subject: 'News',
      message: 'Lower prices',
      url: 'https://shop.example',
      linkMessage: 'Look',
    };
    expect(ok(await admin.call('sendMail', { ...mail, userAccount: 'ada_shop' })).recipients).toBe(1);
    ok(await admin.call('upgradeUserByGet', { userId, userType: 'api user' }));
    expect(ok(await user.call('getProfile')).user.userType).toBe('api user');
    ok(await admin.call('resetUserPassword', { userId }));
    expect((await user.call('getProfile')).status).toBe(401);
  });
});

describe('the specification', () => {
  it('has no call that was not made above', () => {
    expect(calls.filter((call) => !environment.called.has(call))).toEqual([]);
  });

  it.each(messages)("'%s' is said of %s by %s", async (msg, _area, call, who, input) => {
    const poor = await poorUser();
    const client = { nobody: api, user: poor.client, admin }[who];
    const filled = input['id'] === 'OWN' ? { ...input, id: poor.id } : input;
    const { status, body } = await client.call(call, filled);
    expect([status >= 400 && status < 500, body.msg]).toEqual([true, msg]);
  });

  it.each(screenMessages)("'%s' is said by a screen", (msg, name) => {
    expect(readFileSync(`${root}contract/src/messages.ts`, 'utf8')).toContain(`${name}: '${msg}'`);
    const screens = readdirSync(`${root}web/src`, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
      .filter((path) => readFileSync(`${root}web/src/${path}`, 'utf8').includes(`messages.${name}`));
    expect(screens).not.toEqual([]);
  });
});

let poor: { client: Client; id: string } | undefined;
/** A user without money, by whom the refusals are provoked. */
async function poorUser(): Promise<{ client: Client; id: string }> {
  if (poor !== undefined) return poor;
  const person = { userName: 'bola_new', email: 'bola@people.example', phoneNumber: '08021236666' };
  const { token, user: made } = ok(
    await api.call('register', { ...person, password, passwordCheck: password }),
  );
  poor = { client: api.withToken(token), id: made._id };
  return poor;
}
