import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { balanceOf, numberOf } from '../../../test/buying.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { apiTokenOf } from '../api-tokens/testing/probes.ts';

const app = useTestApp();

let agent: TestUser;
let admin: TestUser;
beforeAll(async () => {
  agent = await app.make.user({ isAgent: true });
  admin = await app.make.user({ isAdmin: true });
});

async function sale(): Promise<{ ada: TestUser; id: string; reference: string }> {
  const ada = await app.make.user({ wallet: naira(1_000) });
  const order = { network: 1, mobile_number: numberOf('MTN', '5555'), amount: 100 };
  const { _id: id, reference } = (await app.as(ada).call('buyAirtime', order)).reply.receipt;
  return { ada, id, reference };
}
const report = (ada: TestUser, id: string, more: Record<string, unknown> = {}) =>
  app.as(ada).call('openDispute', { id, kind: 'not_delivered', text: 'Nothing came.', ...more });
const answer = (staff: TestUser, id: string, more: Record<string, unknown> = {}) =>
  app.as(staff).call('answerDispute', { id, text: 'It arrived at 14:02.', ...more });
const onReceipt = async (ada: TestUser, id: string) =>
  (await app.as(ada).call('getTransaction', { id })).reply.disputes;
const queue = async (query: Record<string, unknown> = {}) =>
  (await app.as(agent).call('listDisputes', query)).reply;
const textsTo = async ({ email }: TestUser): Promise<string[]> => {
  await sendMails(app.context);
  return mailsTo(app, email).map(({ text }) => text);
};

describe('a problem that a user reports', () => {
  it('stands on the receipt and in the queue of staff, is answered and closed, with a mail at each step', async () => {
    const { ada, id, reference } = await sale();
    expect(await onReceipt(ada, id)).toBeUndefined();
    const { msg, dispute } = (await report(ada, reference, { text: ' Nothing came.\r\nShe waited. ' })).reply;
    expect(msg).toContain('We have your report');
    expect(dispute).toMatchObject({
      kind: 'not_delivered',
      state: 'open',
      messages: [{ from: 'user', text: 'Nothing came.\nShe waited.' }],
    });
    expect(await onReceipt(ada, id)).toEqual([dispute]);
    const entry = (await queue()).disputes.find(({ _id }) => _id === dispute._id);
    expect(entry).toMatchObject({ transactionId: id, reference, trans_UserName: ada.userName, amount: 99 });

    expect((await answer(agent, dispute._id)).reply.dispute.state).toBe('answered');
    expect((await onReceipt(ada, id))?.[0]).toMatchObject({
      state: 'answered',
      messages: [{ from: 'user' }, { from: 'staff', text: 'It arrived at 14:02.' }],
    });
    expect((await queue()).disputes.map(({ _id }) => _id)).not.toContain(dispute._id);
    expect((await queue({ queue: 'answered' })).disputes[0]?._id).toBe(dispute._id);

    // What is written after an answer opens the same one again.
    expect((await report(ada, id, { kind: 'other', text: 'It is not there.' })).reply.dispute).toMatchObject({
      _id: dispute._id,
      kind: 'not_delivered',
      state: 'open',
    });
    expect((await answer(admin, dispute._id, { text: 'Refunded.', close: true })).reply.msg).toBe(
      'Answered and closed',
    );
    expect((await onReceipt(ada, id))?.[0]?.state).toBe('closed');
    expect((await queue({ queue: 'closed' })).disputes[0]?._id).toBe(dispute._id);

    const mails = await textsTo(ada);
    for (const words of ['We look into it', 'It arrived at 14:02.', 'We answered and closed'])
      expect(mails.some((text) => text.includes(words) && text.includes(reference))).toBe(true);
    // Nobody writes to strangers through the shop by an account that has their address.
    for (const words of ['She waited.', 'It is not there.'])
      expect(mails.some((text) => text.includes(words))).toBe(false);
  });

  it('is not shown to an API token', async () => {
    const { ada, id } = await sale();
    await report(ada, id);
    const { apiToken } = await apiTokenOf({ app }, ada);
    expect((await app.as({ token: apiToken }).call('getTransaction', { id })).reply.disputes).toBeUndefined();
    expect(await onReceipt(ada, id)).toHaveLength(1);
  });

  it('may be told again once it is closed, as another one', async () => {
    const { ada, id } = await sale();
    const first = (await report(ada, id)).reply.dispute;
    await answer(agent, first._id, { close: true });
    const second = (await report(ada, id)).reply.dispute;
    expect((await onReceipt(ada, id))?.map(({ _id, state }) => [_id, state])).toEqual([
      [first._id, 'closed'],
      [second._id, 'open'],
    ]);
  });

  it('is one, however many times it is sent at once', async () => {
    const { ada, id } = await sale();
    const answers = await Promise.all(Array.from({ length: 8 }, () => report(ada, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, refusal } of answers.filter((one) => one.status !== 200))
      expect([status, refusal.code]).toEqual([409, 'dispute_open']);
    expect(await onReceipt(ada, id)).toHaveLength(1);
    const { ada: bola, id: other } = await sale();
    await report(bola, other);
    await expect(
      app.owner.run(
        `insert into disputes (transaction_id, user_id, kind) select transaction_id, user_id, kind from disputes where user_id = $1`,
        [bola.userId],
      ),
    ).rejects.toThrow('one_open_dispute_each');
  });

  it('is taken ten times a day', async () => {
    const ada = await app.make.user({ wallet: naira(2_000) });
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const { receipt } = (await app.as(ada).call('testTopUp', { amount: 1 })).reply;
      statuses.push((await report(ada, receipt._id)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it.each([
    ['kind', { kind: 'angry' }, 'Choose what is wrong'],
    ['kind', { kind: ' ' }, 'Choose what is wrong'],
    ['text', { text: ' ' }, 'Say what happened'],
    ['text', { text: 'x'.repeat(1_001) }, 'Use at most 1,000 characters'],
    ['text', { text: 'a\u0007b' }, 'Use letters and signs that can be seen'],
  ])('is refused with a wrong %s: %j', async (field, more, msg) => {
    const { ada, id } = await sale();
    const { status, refusal } = await report(ada, id, more);
    expect([status, refusal.errors]).toEqual([400, [{ field, msg }]]);
    expect(await onReceipt(ada, id)).toBeUndefined();
  });

  it('is one’s own: nobody reports for another, and staff answer nothing of theirs', async () => {
    const { id } = await sale();
    expect((await report(admin, id)).status).toBe(404);
    const { receipt } = (await app.as(admin).call('testTopUp', { amount: 1 })).reply;
    const { dispute } = (await report(admin, receipt._id)).reply;
    expect((await answer(admin, dispute._id)).refusal.code).toBe('forbidden');
    expect((await answer(agent, dispute._id)).status).toBe(200);
  });
});

describe('an answer of staff', () => {
  it('is on record with who gave it, and not given to what is closed or is not there', async () => {
    const { ada, id } = await sale();
    const { dispute } = (await report(ada, id)).reply;
    await answer(agent, dispute._id, { close: true });
    for (const [wrong, code] of [
      [dispute._id, 'not_waiting'],
      ['999999999', 'not_found'],
      ['x', 'not_found'],
    ] as const)
      expect((await answer(agent, wrong)).refusal.code).toBe(code);
    const records = await app.context.pool.rows(
      `select actor_id as actor, before ->> 'state' as before, after ->> 'state' as after, after ->> 'words' as words
       from staff_actions where action = 'answerDispute' and subject = $1`,
      [`transaction ${id}`],
    );
    expect(records).toEqual([
      { actor: agent.userId, before: 'open', after: 'closed', words: 'It arrived at 14:02.' },
    ]);
  });

  it('leaves the money to the call that refunds', async () => {
    const { ada, id } = await sale();
    const { dispute } = (await report(ada, id)).reply;
    await app.as(admin).call('refund', { id, reason: 'It never came' });
    await answer(admin, dispute._id, { text: 'Your money is back.', close: true });
    expect(await balanceOf(app, ada)).toBe(naira(1_000));
  });

  it('is counted for staff in the review queue, and written by nobody over', async () => {
    const before = (await app.as(agent).call('listWaiting')).reply.counts.disputes;
    const { ada, id } = await sale();
    const { dispute } = (await report(ada, id)).reply;
    expect((await app.as(agent).call('listWaiting')).reply.counts.disputes).toBe(before + 1);
    expect((await queue()).counts.open).toBe(before + 1);
    await answer(agent, dispute._id);
    expect((await app.as(agent).call('listWaiting')).reply.counts.disputes).toBe(before);
    for (const sql of [`update dispute_messages set words = 'x'`, 'update disputes set user_id = 1'])
      await expect(app.context.pool.run(sql)).rejects.toThrow(/permission denied/);
    expect((await app.as(agent).call('listDisputes', { queue: 'all' })).refusal.errors?.[0]?.field).toBe(
      'queue',
    );
  });

  it('is found however many came before it that nobody answered', async () => {
    const { ada, id } = await sale();
    await app.owner.run(
      `with sales as (
         insert into transactions (user_id, reference, type, status, description, amount_kobo)
         select user_id, 'OLD' || n, 'wallet', 'failed', 'Old', 100 from transactions, generate_series(1, 60) n where id = $1 returning id, user_id),
       reports as (
         insert into disputes (transaction_id, user_id, kind) select id, user_id, 'other' from sales returning id)
       insert into dispute_messages (dispute_id, words) select id, 'Old' from reports`,
      [id],
    );
    const { dispute } = (await report(ada, id)).reply;
    const first = await queue();
    expect(first.next).not.toBeNull();
    const rest = await queue({ before: first.next });
    expect(rest.disputes.map(({ _id }) => _id)).toContain(dispute._id);
    const ids = [...first.disputes, ...rest.disputes].map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
