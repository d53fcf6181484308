import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

const search = async (viewer: TestUser, text: string) =>
  (await app.as(viewer).call('findAnything', { text })).reply.groups;
const found = async (viewer: TestUser, text: string) =>
  (await search(viewer, text)).map(({ by, found: items }) => [
    by,
    items.map(({ userName, transaction }) => transaction?.reference ?? userName),
  ]);

const addTransaction = async (
  { userId }: TestUser,
  {
    reference,
    recipient,
    kobo = 100,
    client,
  }: { reference: string; recipient?: string; kobo?: number; client?: string },
): Promise<bigint> => {
  const { id } = await app.owner.get<{ id: bigint }>(
    `insert into transactions (user_id, reference, type, status, description, recipient, amount_kobo, client_reference, fee_kobo, face_value_kobo)
     values ($1, $2, 'wallet', 'failed', 'A line', $3, $4, $5, 0, $4) returning id`,
    [userId, reference, recipient ?? null, kobo, client ?? null],
  );
  return id;
};

let agent: TestUser;
beforeAll(async () => {
  agent = await app.make.user({ isAgent: true });
});

describe('the search of staff', () => {
  it('finds a transaction by its reference, also amid what a supplier calls it', async () => {
    const ada = await app.make.user();
    const reference = 'JR2611250ABCDEFGHJ';
    await addTransaction(ada, { reference });
    for (const text of [reference, ` ${reference.toLowerCase()}\u200b`, `202611251203${reference}1`])
      expect(await found(agent, text)).toEqual([['reference', [reference]]]);
  });

  it('finds what was bought for a phone number, however it is written, the newest first', async () => {
    const ada = await app.make.user();
    await addTransaction(ada, { reference: 'NUMBER-1', recipient: '08039998877' });
    await addTransaction(ada, { reference: 'NUMBER-2', recipient: '08039998877' });
    await addTransaction(ada, { reference: 'NUMBER-3', recipient: '08039998878' });
    for (const text of ['0803 999 8877', '\u202a+2340803\u2011999\u20118877\u202c', 'It was 803-999-8877'])
      expect(await found(agent, text)).toEqual([['number', ['NUMBER-2', 'NUMBER-1']]]);
    expect(await found(agent, '+234 803 999 887')).toEqual([
      ['number', ['NUMBER-3', 'NUMBER-2', 'NUMBER-1']],
    ]);
  });

  it('finds what was bought for a meter', async () => {
    await addTransaction(await app.make.user(), { reference: 'METER-1', recipient: '45019998887' });
    expect(await found(agent, '4501 999 8887')).toEqual([['number', ['METER-1']]]);
  });

  it('finds a user by each of their names, and the newest that is theirs', async () => {
    const ada = await app.make.user();
    await app.owner.run(`update users set full_name = 'Adaeze Ifunanya Okwuosa' where id = $1`, [ada.userId]);
    await addTransaction(ada, { reference: 'HERS-1', recipient: '08035550001' });
    for (const name of [ada.userName, ada.email, ada.phone, ada.phone.replace(/^0/, '+234 ')])
      expect(await found(agent, name)).toEqual([
        ['user', [ada.userName]],
        ['ofUser', ['HERS-1']],
      ]);
    for (const name of ['adaeze', 'Adaeze Ifu', 'OKWUOSA'])
      expect(await found(agent, name)).toEqual([['user', [ada.userName]]]);
    const [group] = await search(agent, ada.userName);
    expect(group?.found[0]?.user).toMatchObject({ email: ada.email, phoneNumber: ada.phone, balance: 0 });
  });

  it('finds what a supplier, a gateway or a bank calls by its own id', async () => {
    const ada = await app.make.user();
    const [sent, paid, out, came] = await Promise.all(
      ['SENT', 'PAID', 'OUT', 'CAME'].map((reference) => addTransaction(ada, { reference })),
    );
    await app.owner.run(
      `insert into purchase_attempts (transaction_id, attempt, supplier, state, supplier_id) values ($1, 1, 'GLAD', 'delivered', 'glad-881')`,
      [sent],
    );
    await app.owner.run(
      `insert into payments (transaction_id, gateway, reference, user_id, amount_kobo, state, provider_reference)
       values ($1, 'squad', 'PAID', $2, 100, 'failed', 'squad-881')`,
      [paid, ada.userId],
    );
    await app.owner.run(
      `insert into withdrawals (transaction_id, user_id, provider, reference, bank_code, bank_name, account_number, account_name, enquired_at,
         amount_kobo, fee_kobo, state, provider_reference) values ($1, $2, 'squad', 'OUT', '1', 'A bank', '0123456789', 'Ada', now(), 100, 0, 'refused', 'nip-881')`,
      [out, ada.userId],
    );
    await app.owner.run(
      `insert into bank_transfers (provider, provider_reference, bank, account_number, paid_kobo, state, user_id, transaction_id)
       values ('paymentpoint', 'session-881', 'A bank', '0123456789', 100, 'credited', $2, $1)`,
      [came, ada.userId],
    );
    for (const [text, reference] of [
      ['glad-881', 'SENT'],
      ['squad-881', 'PAID'],
      [' nip-881 ', 'OUT'],
      ['session-881\u200b', 'CAME'],
    ] as const)
      expect(await found(agent, text)).toEqual([['supplierId', [reference]]]);
    // Nothing was posted for these two: the books would miss it.
    await app.owner.commit(async (db) => {
      await db.run('set local session_replication_role = replica');
      await db.run('delete from withdrawals where transaction_id = $1', [out]);
      await db.run('delete from bank_transfers where transaction_id = $1', [came]);
    });
  });

  it('finds what a program called by a name of its own, and a sum', async () => {
    const ada = await app.make.user();
    await addTransaction(ada, { reference: 'NAMED', client: 'order-881' });
    await addTransaction(ada, { reference: 'SUM', kobo: 98_765_43 });
    expect(await found(agent, 'order-881')).toEqual([['clientReference', ['NAMED']]]);
    for (const text of ['98765.43', '₦98,765.43', 'N98,765.43'])
      expect(await found(agent, text)).toEqual([['amount', ['SUM']]]);
  });

  it('gives the newest five of many and says that there are more', async () => {
    const ada = await app.make.user();
    for (let n = 1; n <= 6; n += 1) await addTransaction(ada, { reference: `MANY-${n}`, kobo: 77_777 });
    const [group] = await search(agent, '777.77');
    expect(group?.hasMore).toBe(true);
    expect(group?.found.map(({ transaction }) => transaction?.reference)).toEqual(
      [6, 5, 4, 3, 2].map((n) => `MANY-${n}`),
    );
  });

  it('finds nothing for what means nothing, and refuses nothing at all', async () => {
    for (const text of ['%', '_', 'zzzznobody', '  \u200b x', "'; drop table users"])
      expect(await found(agent, text)).toEqual([]);
    const refused = await app.as(agent).call('findAnything', { text: '  ' });
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'invalid_input' }]);
  });

  it('holds one connection of those that purchases need, however much a text may mean', async () => {
    const counts: number[] = [];
    const searching = await app.owner.commit(async (commit) => {
      await commit.run('lock table transactions in access exclusive mode');
      const reply = search(agent, '08039998877');
      while (counts.filter((waiting) => waiting > 0).length < 30) {
        const { waiting } = await commit.get<{ waiting: number }>(
          `select count(*)::int as waiting from pg_locks where relation = 'transactions'::regclass and not granted`,
        );
        counts.push(waiting);
        await sleep(5);
      }
      return { reply };
    });
    await searching.reply;
    expect(Math.max(...counts)).toBe(1);
  });

  it('puts on record who looked for a number, without the number', async () => {
    const viewer = await app.make.user({ isAgent: true });
    const [ada, obi] = [await app.make.user(), await app.make.user()];
    for (const [user, n] of [
      [ada, 1],
      [obi, 2],
    ] as const)
      await addTransaction(user, { reference: `LOOKED-${n}`, recipient: '08031112223' });
    await search(viewer, '08031112223');
    expect(
      await app.owner.rows('select call, filter from staff_reads where reader_id = $1', [viewer.userId]),
    ).toEqual([{ call: 'findAnything', filter: { text: true } }]);
  });
});
