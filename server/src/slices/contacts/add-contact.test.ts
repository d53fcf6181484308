import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

const add = (ada: TestUser, changes: Record<string, unknown> = {}) =>
  app.as(ada).call('addContact', {
    contactName: 'Mama',
    contactNumber: '08031234567',
    contactNetwork: 'MTN',
    ...changes,
  });
const list = async (ada: TestUser) => (await app.as(ada).call('listContacts')).reply.contacts;

describe('contacts', () => {
  it('are kept for their owner alone, the most recently used first', async () => {
    const [ada, bola] = [await app.make.user(), await app.make.user()];
    await add(ada);
    const { reply } = await add(ada, {
      contactName: ' Papa   T. ',
      contactNumber: '+234 905 123 4567',
      contactNetwork: 'glo',
    });
    expect(reply.contact).toMatchObject({
      contactName: 'Papa T.',
      contactNumber: '09051234567',
      contactNetwork: 'GLO',
    });
    expect((await list(ada)).map(({ contactName }) => contactName)).toEqual(['Papa T.', 'Mama']);
    expect(await list(bola)).toEqual([]);
  });

  it('are saved once per number: the new name and network win, and it counts as used', async () => {
    const ada = await app.make.user();
    const first = (await add(ada)).reply.contact;
    await add(ada, { contactNumber: '08031234568' });
    const again = (await add(ada, { contactName: 'Mummy', contactNetwork: 'AIRTEL' })).reply.contact;
    const { lastUsedAt } = again;
    expect(again).toEqual({ ...first, contactName: 'Mummy', contactNetwork: 'AIRTEL', lastUsedAt });
    expect((await list(ada)).map(({ contactName }) => contactName)).toEqual(['Mummy', 'Mama']);
  });

  it.each([
    ['contactName', 'x'.repeat(41), 'Use at most 40 characters for the nickname'],
    ['contactName', 'a\u0001b', 'Please enter a nickname for the number'],
    ['contactName', 'a\u202eb', 'Please enter a nickname for the number'],
    ['contactNumber', '12345', 'Please check the phone number entered'],
    ['contactNetwork', 'VODACOM', 'Please select a network'],
  ])('refuse %s %j', async (field, value, msg) => {
    const ada = await app.make.user();
    const { status, refusal } = await add(ada, { [field]: value });
    expect(status).toBe(400);
    expect(refusal).toMatchObject({ code: 'invalid_input', msg, errors: [{ field, msg }] });
    expect(await list(ada)).toEqual([]);
  });

  it('refuse a body with half of a character or a NUL', async () => {
    const ada = await app.make.user();
    for (const contactName of ['a\u0000b', 'a\ud800b'])
      expect((await add(ada, { contactName })).refusal.code).toBe('malformed_body');
    expect(await list(ada)).toEqual([]);
  });

  it.each(['contactName', 'contactNumber', 'contactNetwork'])('ask for a missing %s', async (field) => {
    const { status, refusal } = await add(await app.make.user(), { [field]: ' ' });
    expect(status).toBe(400);
    expect(refusal.msg).toBe('All fields are required');
  });

  it('keep a name as it was typed, markup and emoji too', async () => {
    const ada = await app.make.user();
    const contactName = `<b>${'\u{1f469}\u{1f3fe}'.repeat(10)}</b>`;
    expect((await add(ada, { contactName })).reply.contact.contactName).toBe(contactName);
  });

  it('need a session', async () => {
    expect((await app.anybody().call('listContacts')).status).toBe(401);
  });
});

async function almostFull(): Promise<TestUser> {
  const ada = await app.make.user();
  await app.context.pool.run(
    `insert into contacts (user_id, name, phone, network)
       select $1, 'Friend ' || n, '0803' || lpad(n::text, 7, '0'), 'MTN' from generate_series(1, 499) n`,
    [ada.userId],
  );
  return ada;
}

describe('a contact list with one free place', () => {
  it('takes one more, and then only changes', async () => {
    const ada = await almostFull();
    expect((await add(ada, { contactNumber: '09010000001' })).status).toBe(200);
    const { status, refusal } = await add(ada, { contactNumber: '09010000002' });
    expect(status).toBe(409);
    expect(refusal.code).toBe('contact_limit');
    expect((await add(ada, { contactNumber: '09010000001', contactName: 'Renamed' })).status).toBe(200);
    expect(await list(ada)).toHaveLength(500);
  });

  it('takes one of fifty that come at once', async () => {
    const ada = await almostFull();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        add(ada, { contactNumber: `090100000${String(n).padStart(2, '0')}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect(await list(ada)).toHaveLength(500);
  });
});
