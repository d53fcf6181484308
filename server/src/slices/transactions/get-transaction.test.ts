import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';

const app = useTestApp();

describe('one receipt', () => {
  it('is found by its id and by its reference, in any case, with its timeline', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const bought = (
      await app.as(ada).call('buyAirtime', { network: 1, mobile_number: '08031110000', amount: 100 })
    ).reply.receipt;
    for (const id of [bought._id, bought.reference, bought.reference.toLowerCase()]) {
      const { receipt } = (await app.as(ada).call('getTransaction', { id })).reply;
      expect(receipt).toMatchObject({ _id: bought._id, trans_Status: 'success', trans_amount: 99 });
      expect(receipt.timeline.map(({ step }) => step)).toEqual(['made', 'paid', 'sent', 'delivered']);
      expect(receipt).not.toHaveProperty('profit');
    }
  });

  it("is its owner's and the staff's: for anybody else it does not exist", async () => {
    const [ada, bola] = [await app.make.user(), await app.make.user()];
    const staff = [await app.make.user({ isAgent: true }), await app.make.user({ isAdmin: true })];
    const { receipt } = (await app.as(ada).call('testTopUp', { amount: 10 })).reply;
    for (const id of [receipt._id, receipt.reference]) {
      const foreign = await app.as(bola).call('getTransaction', { id });
      const missing = await app.as(bola).call('getTransaction', { id: '999999999' });
      expect(foreign.status).toBe(404);
      expect({ ...foreign.refusal, requestId: '' }).toEqual({ ...missing.refusal, requestId: '' });
      for (const member of staff) {
        const seen = (await app.as(member).call('getTransaction', { id })).reply.receipt;
        expect(seen).toMatchObject({ _id: receipt._id, trans_UserName: ada.userName, profit: 0 });
      }
      expect((await app.anybody().call('getTransaction', { id })).status).toBe(401);
    }
  });

  it.each([
    '0',
    '-1',
    '1.0',
    '01',
    '9'.repeat(19),
    '9'.repeat(40),
    'JR%',
    "1' or '1'='1",
    '\u0001',
    '\ud83d\ude00',
    '..',
  ])('is not found as %j', async (id) => {
    const { status, refusal } = await app.as(await app.make.user()).call('getTransaction', { id });
    expect([400, 404]).toContain(status);
    expect(['invalid_input', 'not_found']).toContain(refusal.code);
  });
});
