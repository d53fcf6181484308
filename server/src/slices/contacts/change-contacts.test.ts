import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { naira } from '@jara/contract/money.ts';

const app = useTestApp();

const mama = { contactName: 'Mama', contactNumber: '08031234567', contactNetwork: 'MTN' };
const add = async (ada: TestUser, changes: Record<string, unknown> = {}) =>
  (await app.as(ada).call('addContact', { ...mama, ...changes })).reply.contact;
const list = async (ada: TestUser) => (await app.as(ada).call('listContacts')).reply.contacts;

describe('changing a contact', () => {
  it('renames it and corrects the number', async () => {
    const ada = await app.make.user();
    const { _id } = await add(ada);
    const { reply } = await app
      .as(ada)
      .call('updateContact', { id: _id, ...mama, contactName: 'Mummy', contactNumber: '+2348031234568' });
    expect(reply.contact).toMatchObject({ _id, contactName: 'Mummy', contactNumber: '08031234568' });
    expect(await list(ada)).toEqual([reply.contact]);
  });

  it('refuses a number that another contact has', async () => {
    const ada = await app.make.user();
    await add(ada);
    const { _id } = await add(ada, { contactNumber: '08031234568' });
    const { status, refusal } = await app.as(ada).call('updateContact', { id: _id, ...mama });
    expect([status, refusal.errors?.[0]?.field]).toEqual([400, 'contactNumber']);
  });

  it('asks for what is missing', async () => {
    const ada = await app.make.user();
    const { _id } = await add(ada);
    const { status, refusal } = await app.as(ada).call('updateContact', { id: _id, contactName: 'Mummy' });
    expect([status, refusal.msg]).toEqual([400, 'All fields are required']);
  });

  it.each(['updateContact', 'removeContact'] as const)(
    '%s finds no contact of another user',
    async (call) => {
      const [ada, thief] = [await app.make.user(), await app.make.user()];
      const { _id } = await add(ada);
      for (const id of [_id, '0', 'x', '9'.repeat(18), '9'.repeat(40)]) {
        const { status, refusal } = await app.as(thief).call(call, { id, ...mama, contactName: 'Stolen' });
        expect([status, refusal.code]).toEqual([404, 'not_found']);
      }
      expect(await list(ada)).toMatchObject([{ _id, contactName: 'Mama' }]);
      expect((await app.anybody().call(call, { id: _id, ...mama })).status).toBe(401);
    },
  );
});

describe('removing a contact', () => {
  it('takes it off the list once, and saving the number brings it back', async () => {
    const ada = await app.make.user();
    const first = await add(ada);
    expect((await app.as(ada).call('removeContact', { id: first._id })).status).toBe(200);
    expect(await list(ada)).toEqual([]);
    expect((await app.as(ada).call('removeContact', { id: first._id })).status).toBe(404);
    expect((await app.as(ada).call('updateContact', { id: first._id, ...mama })).status).toBe(404);
    const back = await add(ada, { contactName: 'Mummy' });
    expect(back).toEqual({ ...first, contactName: 'Mummy', lastUsedAt: back.lastUsedAt });
    expect(await list(ada)).toHaveLength(1);
  });

  it('makes room on a full list', async () => {
    const ada = await app.make.user();
    const { _id } = await add(ada);
    await app.context.pool.run(
      `insert into contacts (user_id, name, phone, network)
         select $1, 'Friend ' || n, '0903' || lpad(n::text, 7, '0'), 'MTN' from generate_series(1, 499) n`,
      [ada.userId],
    );
    const more = { ...mama, contactNumber: '08031234568' };
    expect((await app.as(ada).call('addContact', more)).refusal.code).toBe('contact_limit');
    await app.as(ada).call('removeContact', { id: _id });
    expect((await app.as(ada).call('addContact', more)).status).toBe(200);
    expect((await app.as(ada).call('addContact', mama)).refusal.code).toBe('contact_limit');
  });
});

describe('buying for a saved number', () => {
  it('counts as using it, for the buyer alone', async () => {
    const [ada, bola] = [await app.make.user({ wallet: naira(1_000) }), await app.make.user()];
    await add(ada);
    await add(bola);
    const papa = { contactName: 'Papa', contactNumber: '08031234568' };
    await add(ada, papa);
    await add(bola, papa);
    const { status } = await app
      .as(ada)
      .call('buyAirtime', { network: 1, mobile_number: mama.contactNumber, amount: 100 });
    expect(status).toBe(200);
    expect((await list(ada)).map(({ contactName }) => contactName)).toEqual(['Mama', 'Papa']);
    expect((await list(bola)).map(({ contactName }) => contactName)).toEqual(['Papa', 'Mama']);
  });

  it('tells when it was, so that one sees what leaves the list next', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const { _id } = await add(ada);
    await app.context.pool.run(`update contacts set last_used_at = '2026-10-01T08:00:00Z' where id = $1`, [
      _id,
    ]);
    expect((await list(ada))[0]?.lastUsedAt).toBe('2026-10-01T08:00:00.000Z');
    await app.as(ada).call('buyAirtime', { network: 1, mobile_number: mama.contactNumber, amount: 100 });
    expect((await list(ada))[0]?.lastUsedAt).not.toBe('2026-10-01T08:00:00.000Z');
  });
});
