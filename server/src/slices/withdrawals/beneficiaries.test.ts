import { describe, expect, it } from 'vitest';
import { naira } from '@jara/contract/money.ts';
import { useTestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { accountEnding, bankName, createFakeBank } from './testing/fake-bank.ts';

const app = useTestApp();
const { validate, withdraw } = createFakeBank(app);
const add = (user: TestUser, accountNumber: string, more: object = {}) =>
  app.as(user).call('addBeneficiary', { bankName, accountNumber, ...more });
const listOf = async (user: TestUser) => (await app.as(user).call('listBeneficiaries')).reply.beneficiaryList;

describe('the banks', () => {
  it('are listed by name and code, with the fee and the limits of a withdrawal', async () => {
    const { reply } = await app.as(await app.make.user()).call('listBankCodes');
    expect(reply.bankCodes).toContainEqual({ bankName: 'GTBank', bankCode: '000013' });
    expect(reply).toMatchObject({ fee: 50, minimumAmount: 100, maximumAmount: 1_000_000 });
    expect((await app.anybody().call('listBankCodes')).status).toBe(401);
  });
});

describe('validating an account', () => {
  it('tells the holder and the code, however number and bank are spelled', async () => {
    const ada = await app.make.user();
    const ask = (name: string, accountNumber: string) =>
      app.as(ada).call('validateBankAccount', { bankName: name, accountNumber });
    const { reply } = await ask('GTBank', '0123456789');
    expect(reply).toEqual({
      name: expect.stringMatching(/^[A-Z]+ [A-Z]+ [A-Z]+$/),
      code: '000013',
      msg: `${reply.name} holds this account at GTBank`,
      newReceiver: null,
    });
    expect((await ask(' gtbank ', '012 345-6789')).reply.name).toBe(reply.name);
    expect((await ask('000013', '0123456789')).reply.name).toBe(reply.name);
    expect((await ask('Zenith Bank', '0123456789')).reply.name).not.toBe(reply.name);
  });

  it.each([
    ['no number', { bankName }, 'Enter account number'],
    ['an empty number', { bankName, accountNumber: '  ' }, 'Enter account number'],
    ['dashes only', { bankName, accountNumber: '- -' }, 'Enter account number'],
    ['no bank', { accountNumber: '0123456789' }, 'Choose a bank'],
    ['nothing', {}, 'Enter account number'],
    ['letters', { bankName, accountNumber: '01234s6789' }, 'An account number has 10 digits'],
    ['a digit too many', { bankName, accountNumber: '01234567890' }, 'An account number has 10 digits'],
    ['a digit too few', { bankName, accountNumber: '012345678' }, 'An account number has 10 digits'],
    ['an unknown bank', { bankName: 'Nowhere', accountNumber: '0123456789' }, 'Choose a bank of the list'],
    ['nobody', { bankName, accountNumber: '0123459999' }, 'GTBank has no account with this number'],
  ])('of %s is refused', async (_what, body, msg) => {
    const { status, refusal } = await app.as(await app.make.user()).call('validateBankAccount', body);
    expect([status, refusal.msg]).toEqual([400, msg]);
  });

  it('is answered twenty times an hour for each user', async () => {
    const [ada, chidi] = [await app.make.user(), await app.make.user()];
    for (let n = 0; n < 20; n += 1) expect((await validate(ada, '0123456789')).status).toBe(200);
    expect((await validate(ada, '0123456789')).status).toBe(429);
    expect((await validate(chidi, '0123456789')).status).toBe(200);
  });
});

describe('beneficiaries', () => {
  it('have the name that the bank gave, whatever is sent', async () => {
    const ada = await app.make.user();
    const accountNumber = accountEnding('1234');
    const { reply } = await validate(ada, accountNumber);
    const forged = { accountName: 'SOMEBODY ELSE', bankAccountName: 'SOMEBODY ELSE', bankCode: '000013' };
    expect((await add(ada, accountNumber, { ...forged, amount: '' })).reply.beneficiaryList).toEqual([
      {
        _id: expect.any(String),
        accountName: reply.name,
        accountNumber,
        bankName,
        bankCode: '000013',
        newReceiver: null,
      },
    ]);
    expect((await add(ada, accountNumber)).reply.beneficiaryList).toHaveLength(1);
  });

  it('are added at the address of the client too', async () => {
    const ada = await app.make.user();
    const accountNumber = accountEnding('1234');
    await validate(ada, accountNumber);
    for (const path of ['addBeneficiary', 'beneficiary/']) {
      const response = await fetch(`${app.url}/api/v1/withdraw/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-auth-token': ada.token },
        body: JSON.stringify({ bankName, accountNumber }),
      });
      expect(response.status).toBe(200);
      await response.body?.cancel();
    }
    expect(await listOf(ada)).toHaveLength(1);
  });

  it('need an enquiry of their owner', async () => {
    const [ada, chidi] = [await app.make.user(), await app.make.user()];
    const accountNumber = accountEnding('1234');
    await validate(chidi, accountNumber);
    expect((await add(ada, accountNumber)).refusal.code).toBe('account_not_validated');
  });

  it("are of no use to anybody else: neither another's enquiry nor another's saved account is one's own", async () => {
    const [ada, chidi] = [await app.make.user({ wallet: naira(500) }), await app.make.user()];
    const accountNumber = accountEnding('1234');
    await validate(chidi, accountNumber);
    expect((await withdraw(ada, accountNumber, 500)).refusal.code).toBe('account_not_validated');
    expect((await add(chidi, accountNumber)).status).toBe(200);
    expect((await withdraw(ada, accountNumber, 500)).refusal.code).toBe('account_not_validated');
    expect((await add(ada, accountNumber)).refusal.code).toBe('account_not_validated');
    expect(await listOf(ada)).toEqual([]);
    const [saved] = await listOf(chidi);
    expect((await app.as(ada).call('removeBeneficiary', { id: saved?._id })).status).toBe(404);
    expect(await listOf(chidi)).toHaveLength(1);
  });

  it('of another bank with the same number are another account', async () => {
    const ada = await app.make.user({ wallet: naira(500) });
    const accountNumber = accountEnding('1234');
    await validate(ada, accountNumber);
    await add(ada, accountNumber);
    const elsewhere = { bankName: 'Zenith Bank', accountNumber, amount: 500 };
    expect((await app.as(ada).call('withdraw', elsewhere)).refusal.code).toBe('account_not_validated');
  });

  it('are added again by an enquiry of the last day, with the name that it gave', async () => {
    const ada = await app.make.user();
    const accountNumber = accountEnding('1234');
    await validate(ada, accountNumber);
    const [saved] = (await add(ada, accountNumber)).reply.beneficiaryList;
    const enquiredAgo = (interval: string) =>
      app.context.pool.run(
        `update account_enquiries set account_name = 'ADA OBI-EZE', enquired_at = now() - $2::interval where user_id = $1`,
        [ada.userId, interval],
      );
    await enquiredAgo('25 hours');
    expect((await add(ada, accountNumber)).refusal.code).toBe('account_not_validated');
    await enquiredAgo('23 hours');
    expect((await add(ada, accountNumber)).reply.beneficiaryList).toEqual([
      { ...saved, accountName: 'ADA OBI-EZE' },
    ]);
  });

  it('are enough for a withdrawal long after the enquiry', async () => {
    const ada = await app.make.user({ wallet: naira(500) });
    const accountNumber = accountEnding('1234');
    await validate(ada, accountNumber);
    await add(ada, accountNumber);
    await app.context.pool.run(
      `update account_enquiries set enquired_at = now() - interval '1 year' where user_id = $1`,
      [ada.userId],
    );
    expect((await withdraw(ada, accountNumber, 500)).status).toBe(200);
  });

  it('are twenty at most, also when all are added at once', async () => {
    const ada = await app.make.user();
    const numbers = Array.from({ length: 25 }, () => accountEnding('1234'));
    for (const accountNumber of numbers) {
      await app.context.pool.run(
        `insert into account_enquiries (user_id, bank_code, account_number, bank_name, account_name, provider)
         values ($1, '000013', $2, 'GTBank', 'ADA OBI', 'squad')`,
        [ada.userId, accountNumber],
      );
    }
    const answers = await Promise.all(numbers.map((accountNumber) => add(ada, accountNumber)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 200)?.refusal.code).toBe('beneficiary_limit');
    expect(await listOf(ada)).toHaveLength(20);
  });

  it('are read and removed by their owner only', async () => {
    const [ada, chidi] = [await app.make.user(), await app.make.user()];
    const accountNumber = accountEnding('1234');
    await validate(ada, accountNumber);
    const [saved] = (await add(ada, accountNumber)).reply.beneficiaryList;
    expect(await listOf(chidi)).toEqual([]);
    const remove = (user: TestUser, id: unknown) => app.as(user).call('removeBeneficiary', { id });
    expect((await remove(chidi, saved?._id)).status).toBe(404);
    for (const id of ['x', '1x', 'x1', '0', '1'.repeat(19)]) expect((await remove(ada, id)).status).toBe(404);
    expect((await remove(ada, saved?._id)).reply.beneficiaryList).toEqual([]);
    expect((await remove(ada, saved?._id)).status).toBe(404);
  });
});

describe('saving and forgetting an account', () => {
  const pin = '2580';
  const remove = (user: TestUser, id: string, more: object = {}) =>
    app.as(user).call('removeBeneficiary', { id, ...more });

  it('takes the PIN of whoever has one, and is mailed and on record', async () => {
    const ada = await app.make.user();
    const { password } = ada;
    const accountNumber = accountEnding('1234');
    await validate(ada, accountNumber);
    await app.as(ada).call('setPin', { password, pin, pinCheck: pin });
    expect((await add(ada, accountNumber)).refusal.code).toBe('pin_required');
    expect((await add(ada, accountNumber, { pin: '9999' })).refusal.code).toBe('wrong_pin');
    expect(await listOf(ada)).toEqual([]);
    const saved = await add(ada, accountNumber, { pin });
    const id = saved.reply.beneficiaryList[0]?._id ?? '';
    // Once more is no news.
    expect((await add(ada, accountNumber, { pin })).status).toBe(200);
    await sendMails(app.context);
    const mailed = mailsTo(app, ada.email).filter(({ subject }) => subject.includes('new beneficiary'));
    expect(mailed).toHaveLength(1);
    expect((await remove(ada, id)).refusal.code).toBe('pin_required');
    expect(await listOf(ada)).toHaveLength(1);
    expect((await remove(ada, id, { pin })).reply.beneficiaryList).toEqual([]);
    const { events } = (await app.as(ada).call('listSecurityEvents')).reply;
    const changes = events.filter(({ what }) => what.startsWith('beneficiary_'));
    expect(changes.map(({ what, factor }) => [what, factor])).toEqual([
      ['beneficiary_removed', 'pin'],
      ['beneficiary_added', 'pin'],
    ]);
  });

  it('takes a code of whoever has two-step login and no PIN', async () => {
    const ada = await app.make.user();
    const accountNumber = accountEnding('1234');
    await validate(ada, accountNumber);
    const { setupKey } = (await app.as(ada).call('beginTotp', { password: ada.password })).reply;
    await app.as(ada).call('confirmTotp', { code: codeOf(setupKey) });
    expect((await add(ada, accountNumber)).refusal.code).toBe('totp_required');
    expect((await add(ada, accountNumber, { code: '000000' })).refusal.code).toBe('wrong_code');
    expect((await add(ada, accountNumber, { code: codeOf(setupKey, 1) })).status).toBe(200);
  });

  it('takes nothing of whoever has neither, and forgetting no body at all', async () => {
    const ada = await app.make.user();
    const accountNumber = accountEnding('1234');
    await validate(ada, accountNumber);
    const id = (await add(ada, accountNumber)).reply.beneficiaryList[0]?._id ?? '';
    const response = await fetch(`${app.url}/api/v1/withdraw/beneficiary/${id}`, {
      method: 'DELETE',
      headers: { 'x-auth-token': ada.token },
    });
    expect(response.status).toBe(200);
    expect(await listOf(ada)).toEqual([]);
  });
});

describe('where a new account takes the password of whoever has nothing else', () => {
  const asking = useTestApp({ env: { BENEFICIARY_TAKES_PASSWORD: 'on' } });
  const bank = createFakeBank(asking);
  const save = (user: TestUser, accountNumber: string, more: object = {}) =>
    asking.as(user).call('addBeneficiary', { bankName, accountNumber, ...more });
  const savedOf = async (user: TestUser) =>
    (await asking.as(user).call('listBeneficiaries')).reply.beneficiaryList;

  it('is not saved by the session alone, nor by a wrong one', async () => {
    const ada = await asking.make.user();
    const accountNumber = accountEnding('1234');
    await bank.validate(ada, accountNumber);
    const bare = await save(ada, accountNumber);
    expect([bare.status, bare.refusal.code]).toEqual([400, 'invalid_input']);
    expect(bare.refusal.errors).toEqual([{ field: 'password', msg: 'Enter your password' }]);
    expect((await save(ada, accountNumber, { password: 'Not mine 7' })).refusal.code).toBe('wrong_password');
    expect(await savedOf(ada)).toEqual([]);
    expect((await save(ada, accountNumber, { password: ada.password })).status).toBe(200);
    expect(await savedOf(ada)).toHaveLength(1);
  });

  it('stops guesses of it', async () => {
    const ada = await asking.make.user();
    const accountNumber = accountEnding('1234');
    await bank.validate(ada, accountNumber);
    for (let guess = 0; guess < 10; guess += 1)
      expect((await save(ada, accountNumber, { password: `Guess ${guess}` })).status).toBe(403);
    const right = await save(ada, accountNumber, { password: ada.password });
    expect(right.refusal.code).toBe('too_many_requests');
  });

  it('is saved by the PIN without it, and not by it without the PIN', async () => {
    const ada = await asking.make.user();
    const { password } = ada;
    const accountNumber = accountEnding('1234');
    await bank.validate(ada, accountNumber);
    await asking.as(ada).call('setPin', { password, pin: '2580', pinCheck: '2580' });
    expect((await save(ada, accountNumber, { password })).refusal.code).toBe('pin_required');
    expect((await save(ada, accountNumber, { pin: '2580' })).status).toBe(200);
  });
});
