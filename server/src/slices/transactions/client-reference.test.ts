import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { patientWaits } from '../../../test/buying.ts';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { emptyOutbox } from '../../../test/outbox.ts';
import { useReceiver } from '../../../test/outside/receiver.ts';
import { createWebhookOutbox } from '../webhooks/deliver.ts';
import { accountEnding, createFakeBank, bankName } from '../withdrawals/testing/fake-bank.ts';

const receiver = useReceiver();
const app = useTestApp({ env: patientWaits });
const bank = createFakeBank(app);

const rich = () => app.make.user({ wallet: naira(20_000) });
let numbers = 0;
const nextNumber = (): string => `0803${String((numbers += 1)).padStart(3, '0')}7777`;

const buy = (user: TestUser, fields: object = {}, key?: string) =>
  app
    .as(user)
    .call(
      'buyAirtime',
      { network: 1, mobile_number: nextNumber(), amount: 100, ...fields },
      key === undefined ? {} : { key },
    );
const find = (user: TestUser, id: string) => app.as(user).call('getTransaction', { id });
const list = async (user: TestUser, query: Record<string, unknown>) =>
  (await app.as(user).call('listTransactions', query)).reply.transactions;

describe('the reference of a transaction that its maker gives', () => {
  it('is the field, else the key, else request_id, and null without any', async () => {
    const ada = await rich();
    const named = async (fields: object, key?: string) =>
      (await buy(ada, fields, key)).reply.receipt.clientReference;
    expect(await named({})).toBeNull();
    expect(await named({}, 'key-1')).toBe('key-1');
    expect(await named({}, '"key-2"')).toBe('key-2');
    expect(await named({ request_id: 'id-1' })).toBe('id-1');
    expect(await named({ request_id: 'id-2' }, 'key-3')).toBe('key-3');
    expect(await named({ clientReference: 'order-1' })).toBe('order-1');
    expect(await named({ clientReference: 'order-2', request_id: 'id-3' }, 'key-4')).toBe('order-2');
  });

  it('leaves the key the key, and a replay says what the first request said', async () => {
    const ada = await rich();
    const mobile_number = nextNumber();
    const first = await buy(ada, { mobile_number, clientReference: 'a', metadata: { n: 1 } }, 'same');
    for (const fields of [{ clientReference: 'a', metadata: { n: 1 } }, { clientReference: 'b' }, {}]) {
      const again = await buy(ada, { mobile_number, ...fields }, 'same');
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.reply).toEqual(first.reply);
    }
    // By itself it stops nothing: another purchase may be called so, and the same one is stopped as without it.
    expect((await buy(ada, { clientReference: 'a' })).status).toBe(200);
    const twice = { mobile_number: nextNumber(), clientReference: 'c' };
    expect((await buy(ada, twice)).status).toBe(200);
    expect((await buy(ada, twice)).refusal.code).toBe('possible_duplicate');
  });

  it('stands on everything that a key can make, with metadata as it came', async () => {
    const ada = await rich();
    const bola = await app.make.user();
    const metadata = { order: 17, names: ['Ádá', null], deep: { a: { b: [true, 0.25] } }, __proto__x: '' };
    const own = { clientReference: '#17/b?&%', metadata };
    const meter = { meterId: 18, meterNumber: '45012345678', meterType: 'prepaid', amount: 1_000 };
    const accountNumber = accountEnding('1234');
    await bank.validate(ada, accountNumber);
    const as = app.as(ada);
    const made = [
      await buy(ada, own),
      await as.call('buyData', { network: 1, mobile_number: nextNumber(), plan: 7, ...own }),
      await as.call('buyElectricity', { ...meter, ...own }),
      await as.call('transferFund', { userName: bola.userName, amount: 100, ...own }),
      await as.call('withdraw', { bankName, accountNumber, amount: 500, ...own }),
    ];
    for (const { reply } of made) {
      expect(reply.receipt).toMatchObject(own);
      expect(Object.keys(reply.receipt.metadata ?? {})).toEqual(Object.keys(metadata));
      const read = (await find(ada, reply.receipt._id)).reply.receipt;
      expect(read).toMatchObject(own);
    }
    const link = (await as.call('initiateSquadFunding', { amount: 500, ...own })).reply;
    expect((await find(ada, link.reference)).reply.receipt).toMatchObject(own);
    const topUp = (await as.call('testTopUp', { amount: 10 }, { key: 'top-up' })).reply.receipt;
    expect(topUp.clientReference).toBe('top-up');
    expect(await list(ada, { clientReference: own.clientReference })).toHaveLength(6);
    // The other side of the transfer is the receiver's transaction.
    expect(await list(bola, {})).toMatchObject([{ clientReference: null, metadata: null }]);
  });

  it('is the key of what has no field for it: coupons, earnings and the upgrade', async () => {
    const vendor = await app.make.user({ isCouponVendor: true, wallet: naira(5_000) });
    const admin = await app.make.user({ isAdmin: true });
    const ada = await rich();
    await app.owner.run('update users set referred_by = $2 where id = $1', [ada.userId, vendor.userId]);
    const named = async (user: TestUser, name: string) =>
      (await list(user, { clientReference: name })).map(({ description }) => description);
    const generate = async (amount: number, key: string) =>
      (await app.as(vendor).call('generateCoupon', { userAccount: ada.userName, amount }, { key })).reply;

    const newest = async () => (await app.as(vendor).call('listCoupons')).reply.coupons[0]?._id ?? '';

    const { couponCode } = await generate(200, 'coupon-1');
    expect(await named(vendor, 'coupon-1')).toHaveLength(1);
    await app.as(ada).call('redeemCoupon', { coupon: couponCode }, { key: 'redeem-1' });
    expect(await named(ada, 'redeem-1')).toHaveLength(1);
    await generate(300, 'coupon-2');
    await app.as(vendor).call('voidCoupon', { id: await newest() }, { key: 'void-1' });
    expect(await named(vendor, 'void-1')).toEqual([`Coupon for ${ada.userName} voided`]);
    // What an admin calls it is the admin's own matter.
    await generate(400, 'coupon-3');
    const why = { id: await newest(), reason: 'Made by mistake' };
    expect((await app.as(admin).call('voidCoupon', why, { key: 'void-2' })).status).toBe(200);
    expect(await named(vendor, 'void-2')).toEqual([]);

    const upgrade = { id: String(ada.userId), userType: 'reseller' };
    expect((await app.as(ada).call('upgradeToReseller', upgrade, { key: 'up-1' })).status).toBe(200);
    await app.as(vendor).call('withdrawEarning', {}, { key: 'earn-1' });
    expect(await named(vendor, 'earn-1')).toHaveLength(1);
    const again = await app.anybody().call('login', { userName: ada.userName, password: ada.password });
    expect(await named({ ...ada, token: again.reply.token }, 'up-1')).toEqual(['Upgrade to reseller']);
  });

  it('of an admin is not written on the transaction of whom money is issued to', async () => {
    const [admin, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const issue = { userName: ada.userName, amount: 100, clientReference: 'mine', metadata: { why: 'x' } };
    const { receipt } = (await app.as(admin).call('transferFund', issue, { key: 'issue-1' })).reply;
    expect(receipt).toMatchObject({ clientReference: null, metadata: null });
  });

  it.each([
    ['clientReference', ''],
    ['clientReference', 'with space'],
    ['clientReference', 'ünïcode'],
    ['clientReference', 'x'.repeat(256)],
    ['clientReference', 17],
    ['metadata', 'text'],
    ['metadata', ['list']],
    ['metadata', null],
    ['metadata', { text: 'x'.repeat(1_014) }],
    ['metadata', { text: 'é'.repeat(507) }],
  ])('is refused by its field as %s %j, and nothing is bought', async (field, value) => {
    const ada = await rich();
    const { status, refusal } = await buy(ada, { [field]: value });
    expect([status, refusal.code]).toEqual([400, 'invalid_input']);
    expect(refusal.errors).toMatchObject([{ field }]);
    expect(await list(ada, {})).toEqual([]);
  });

  it('has 255 characters and metadata 1,024 bytes at most', async () => {
    const ada = await rich();
    const own = { clientReference: '%'.repeat(255), metadata: { text: 'x'.repeat(1_013) } };
    expect(JSON.stringify(own.metadata)).toHaveLength(1_024);
    expect((await buy(ada, own)).reply.receipt).toMatchObject(own);
    expect((await find(ada, own.clientReference)).reply.receipt).toMatchObject(own);
  });
});

describe('a transaction', () => {
  it("is found by its maker's reference: the newest of many, after those that are called so by us", async () => {
    const ada = await rich();
    const first = (await buy(ada, { clientReference: 'order-1' })).reply.receipt;
    expect((await find(ada, 'order-1')).reply.receipt._id).toBe(first._id);
    expect((await find(ada, 'ORDER-1')).status).toBe(404);
    const second = (await buy(ada, { clientReference: 'order-1' })).reply.receipt;
    expect((await find(ada, 'order-1')).reply.receipt).toEqual(second);
    expect((await list(ada, { clientReference: 'order-1' })).map(({ _id }) => _id)).toEqual([
      second._id,
      first._id,
    ]);
    for (const name of [first._id, first.reference]) {
      await buy(ada, { clientReference: name });
      expect((await find(ada, name)).reply.receipt._id).toBe(first._id);
    }
    // What looks like ours and is not the viewer's is not in the way.
    const foreign = (await buy(await rich())).reply.receipt;
    for (const name of [foreign._id, foreign.reference, '999999999', 'QQQQ9']) {
      const named = (await buy(ada, { clientReference: name })).reply.receipt;
      expect((await find(ada, name)).reply.receipt._id).toBe(named._id);
    }
  });

  it("of another user is not found by that user's reference; staff find it in their list", async () => {
    const [ada, bola] = [await rich(), await rich()];
    const [agent, admin] = [await app.make.user({ isAgent: true }), await app.make.user({ isAdmin: true })];
    const { receipt } = (await buy(ada, {}, 'private-1')).reply;
    for (const stranger of [bola, agent, admin]) {
      expect((await find(stranger, 'private-1')).status).toBe(404);
    }
    expect(await list(bola, { clientReference: 'private-1' })).toEqual([]);
    const mine = (await buy(bola, {}, 'private-1')).reply.receipt;
    expect((await find(bola, 'private-1')).reply.receipt._id).toBe(mine._id);
    expect((await find(ada, 'private-1')).reply.receipt._id).toBe(receipt._id);
    const seen = await list(agent, { clientReference: 'private-1' });
    expect(seen.map(({ _id }) => _id)).toEqual([mine._id, receipt._id]);
    const ofAda = await list(agent, { clientReference: 'private-1', userName: ada.userName });
    expect(ofAda.map(({ _id }) => _id)).toEqual([receipt._id]);
  });

  it('is listed by the whole reference only', async () => {
    const ada = await rich();
    await buy(ada, { clientReference: 'order-77' });
    for (const clientReference of ['order-7', 'order-77x', 'order%', 'Order-77', 'with space', 'ü'])
      expect(await list(ada, { clientReference })).toEqual([]);
    expect(await list(ada, { clientReference: 'order-77', type: 'airtime' })).toHaveLength(1);
    expect(await list(ada, { clientReference: '' })).toHaveLength(1);
  });

  it('tells its reference in the file and in the webhook, and nobody who checks the slip', async () => {
    const ada = await rich();
    await app.as(ada).call('updateWebhook', { webhookUrl: receiver.url });
    const own = { clientReference: '=order-5', metadata: { customer: 'c-118' } };
    const { reply } = await buy(ada, own);
    await emptyOutbox(createWebhookOutbox(app.context));
    const sent = receiver.received.map(({ body }) => JSON.parse(body) as { data: object });
    expect(sent).toMatchObject([{ data: { ...own, _id: reply.receipt._id } }]);

    const file = await fetch(`${app.url}/api/v1/transaction?format=csv`, {
      headers: { 'x-auth-token': ada.token },
    });
    const [title, row] = (await file.text()).split('\r\n');
    expect([title?.split(',').at(-1), row?.split(',').at(-1)]).toEqual(['"Client reference"', `"'=order-5"`]);

    const check = await fetch(`${app.url}/check/${reply.slip}`, { headers: { accept: 'application/json' } });
    const shown = await check.text();
    expect(shown).toContain(reply.receipt.reference);
    expect(shown).not.toContain('order-5');
    expect(shown).not.toContain('c-118');
  });

  it('keeps its own among many that are bought at the same moment, with and without one', async () => {
    const users = await Promise.all([rich(), rich(), rich()]);
    const made = await Promise.all(
      Array.from({ length: 60 }, async (_unused, n) => {
        const user = users[n % users.length];
        if (user === undefined) throw new Error('no users');
        const own =
          n % 3 === 0 ? {} : { clientReference: `many-${n}`, ...(n % 2 === 0 && { metadata: { n } }) };
        return { user, own, receipt: (await buy(user, own)).reply.receipt };
      }),
    );
    for (const { user, own, receipt } of made) {
      const said = { clientReference: null, metadata: null, ...own };
      expect(receipt).toMatchObject(said);
      expect((await find(user, receipt._id)).reply.receipt).toMatchObject(said);
    }
  });

  it('is looked up by an index, in the list of a user and of staff', async () => {
    for (const where of ["client_reference = 'x' and user_id = 7", "client_reference = 'x'"]) {
      const plan = await app.context.pool.commit(async (db) => {
        await db.run('set local enable_seqscan = off');
        return db.rows<Record<string, string>>(
          `explain select id from transactions where ${where} order by id desc limit 50`,
        );
      });
      expect(JSON.stringify(plan)).toContain('transactions_of_client_reference');
    }
  });
});
