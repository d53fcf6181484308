import { api, type Api } from '@jara/contract/api.ts';
import type { CallShape } from '@jara/contract/call.ts';
import { naira } from '@jara/contract/money.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { describe, expect, it } from 'vitest';
import { startTestApp, useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { useReceiver } from '../../../test/outside/receiver.ts';
import { probes, probeSettings } from '../../../test/probes.ts';
import { allCalls, mayCall, whoseThings } from '../../../test/specified-rights.ts';
import { openAnyhow } from '../recovery/testing/closed-shop.ts';
import { removeOldStaffReads } from './record-staff-reads.ts';

const app = useTestApp({ env: probeSettings });
const receiver = useReceiver();

const ofStaff = allCalls.filter(
  (name) => mayCall(name, 'admin, session') && (api[name] as CallShape).access !== 'public',
);

interface Row {
  reader: string;
  subject: string | null;
  call: string;
  filter: Record<string, unknown> | null;
}

const rowsOf = (reader: TestUser): Promise<Row[]> =>
  app.owner.rows<Row>(
    `select r.user_name as reader, s.user_name as subject, call, filter from staff_reads
     join users r on r.id = reader_id left join users s on s.id = subject_id where reader_id = $1 order by staff_reads.id`,
    [reader.userId],
  );
const shortRowsOf = async (reader: TestUser) =>
  (await rowsOf(reader)).map(({ subject, call, filter }) => [call, subject ?? filter]);

const admin = (): Promise<TestUser> => app.make.user({ isAdmin: true });
const person = (): Promise<TestUser> => app.make.user({ wallet: naira(20_000) });

/** Names of the fields in an answer that are somebody's own. */
const personal = new Set(
  (
    'trans_UserName phone_number recipient token tokens meterOwner userName fullName email phoneNumber balance bvn nin accountNumbers lastLogin ' +
    'device ipPrefix ip users sender userAccount html'
  ).split(' '),
);

function fieldsOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) found.add(name);
    fieldsOf(value, found);
  }
  return found;
}

describe('what staff look at', () => {
  it.each(ofStaff)('is put on record wherever %s shows something of somebody else', async (name) => {
    const [owner, caller] = [await person(), await app.make.user({ isAdmin: true, wallet: naira(20_000) })];
    const input = await probes[name]({ app, receiverUrl: receiver.url }, { owner, caller });
    const answer = await app.as(caller).call(name, input);
    await openAnyhow(app);
    // What is another's own does not exist for staff either.
    if (whoseThings(name) === 'own' && answer.status === 404) return;
    expect(answer.status).toBeLessThan(300);
    // The sentence may say again whom the caller named.
    const [asked, said] = [JSON.stringify(input), JSON.stringify({ ...(answer.body as object), msg: '' })];
    const facts = [owner.userName, owner.email, owner.phone];
    if (facts.every((fact) => asked.includes(fact) || !said.includes(fact))) return;
    const rows = (await rowsOf(caller)).filter(({ call }) => call === name);
    expect(rows, `${name} has no \`reads\`, or it does not lead to the names`).not.toEqual([]);
    for (const { subject } of rows) expect([owner.userName, null]).toContain(subject);
  });

  it('is declared by each call for staff whose answer has a field about a person', () => {
    const ofPeople = Object.values<CallShape & { name: CallName }>(api).filter(
      ({ access, replies }) =>
        (access === 'staff' || access === 'admin') &&
        [...fieldsOf(replies)].some((field) => personal.has(field)),
    );
    expect(ofPeople.filter(({ reads }) => reads === undefined).map(({ name }) => name)).toEqual([]);
  });

  it('is found where a call says that the names stand', () => {
    const astray = Object.values<CallShape & { name: CallName }>(api).filter(({ reads, replies, body }) => {
      if (reads === undefined || reads === 'unnamed') return false;
      const parts = reads.split('.');
      const fields = fieldsOf(parts[0] === 'body' ? body : replies);
      return !parts.every((part) => part === 'body' || fields.has(part));
    });
    expect(astray.map(({ name }) => name)).toEqual([]);
  });
});

describe('the record of it', () => {
  const look = <Name extends keyof Api>(reader: TestUser, name: Name, query: Record<string, unknown>) =>
    app.as(reader).call(name, query);

  it('names the person whose page was opened, once an hour however often', async () => {
    const [ada, reader] = [await person(), await app.make.user({ isAgent: true })];
    await app.as(ada).call('freezeWallet');
    await app.as(ada).call('testTopUp', { amount: 500 });
    for (let time = 0; time < 3; time += 1) {
      await look(reader, 'listUsers', { userName: ada.userName });
      await look(reader, 'findSecurityEvents', { userName: ada.userName });
      await look(reader, 'listTransactions', { userName: ada.userName });
    }
    expect(await shortRowsOf(reader)).toEqual([
      ['listUsers', ada.userName],
      ['findSecurityEvents', ada.userName],
      ['listTransactions', ada.userName],
    ]);
    await app.owner.run(`alter table staff_reads disable trigger user`);
    await app.owner.run(`update staff_reads set hour = hour - interval '1 hour' where reader_id = $1`, [
      reader.userId,
    ]);
    await app.owner.run(`alter table staff_reads enable trigger user`);
    await look(reader, 'listUsers', { userName: ada.userName });
    expect(await shortRowsOf(reader)).toHaveLength(4);
  });

  it('has of a list what was looked for, without numbers and references, and not each page', async () => {
    const [ada, bola, reader] = [await person(), await person(), await admin()];
    for (const user of [ada, bola]) await app.as(user).call('testTopUp', { amount: 500 });
    await look(reader, 'listUsers', { type: 'smart earner' });
    await look(reader, 'listUsers', { type: 'smart earner', page: 2 });
    await look(reader, 'listUsers', { phoneNumber: '0701' });
    await look(reader, 'listTransactions', { status: 'success' });
    expect(await shortRowsOf(reader)).toEqual([
      ['listUsers', { type: 'smart earner' }],
      ['listUsers', { phoneNumber: true }],
      ['listTransactions', { status: 'success' }],
    ]);
  });

  it('has nothing of a query that the call does not read, and shows the answer whatever stands there', async () => {
    const boss = await admin();
    for (const path of ['/api/v1/admin?%00=1&odd=2', '/api/v1/admin/users?odd=2&constructor=3']) {
      const { status } = await fetch(`${app.url}${path}`, { headers: { 'x-auth-token': boss.token } });
      expect(status).toBe(200);
    }
    expect(JSON.stringify(await rowsOf(boss))).not.toMatch(/odd|constructor|u0000/);
  });

  it('has who was asked for by name though the list has others as well', async () => {
    const reader = await admin();
    const short = await app.make.user({ userName: 'ngozi_a' });
    await app.make.user({ userName: 'ngozi_ab' });
    await look(reader, 'listUsers', { userName: 'NGOZI_A' });
    expect(await shortRowsOf(reader)).toEqual([
      ['listUsers', short.userName],
      ['listUsers', { userName: 'NGOZI_A' }],
    ]);
  });

  it('has each file that is taken away', async () => {
    const [ada, reader] = [await person(), await admin()];
    for (const query of ['format=csv', `format=csv&userName=${ada.userName}`]) {
      const file = await fetch(`${app.url}/api/v1/transaction?${query}`, {
        headers: { 'x-auth-token': reader.token },
      });
      await file.text();
      expect(file.status).toBe(200);
    }
    expect(await shortRowsOf(reader)).toEqual([
      ['listTransactions', { format: 'csv' }],
      ['listTransactions', ada.userName],
      ['listTransactions', { format: 'csv', userName: ada.userName }],
    ]);
  });

  it('has nothing of what is one’s own, of nobody, and of users', async () => {
    const [ada, reader] = [await person(), await admin()];
    await app.as(reader).call('testTopUp', { amount: 500 });
    await look(reader, 'listTransactions', { userName: reader.userName });
    await look(reader, 'listUsers', { userName: 'nobody_of_this_name' });
    await look(ada, 'listTransactions', {});
    expect([await rowsOf(reader), await rowsOf(ada)]).toEqual([[], []]);
  });

  it('is written before the answer: what cannot be recorded is not shown', async () => {
    const other = await startTestApp();
    const [ada, reader] = [await other.make.user(), await other.make.user({ isAdmin: true })];
    await other.owner.run('revoke insert on staff_reads from jara_app');
    await other.owner.run(
      'revoke insert (reader_id, subject_id, call, filter, request_id) on staff_reads from jara_app',
    );
    const answer = await other.as(reader).call('listUsers', { userName: ada.userName });
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain(ada.email);
    // What was done is answered all the same: it has a record of its own.
    const changed = await other
      .as(reader)
      .call('upgradeUser', { userId: String(ada.userId), userType: 'reseller' });
    expect(changed.status).toBe(200);
    expect(other.takeErrors().join('\n')).toContain('could not be put on record');
    await other.stop();
  });

  it('cannot be edited, emptied or dated by the program, nor edited by the owner of the schema', async () => {
    const [ada, reader] = [await person(), await admin()];
    await look(reader, 'listUsers', { userName: ada.userName });
    const { pool } = app.context;
    for (const change of [`update staff_reads set call = 'x'`, 'delete from staff_reads']) {
      await expect(pool.run(change)).rejects.toThrow('permission denied');
      await expect(app.owner.run(change)).rejects.toThrow(/append-only|thirty days/);
    }
    await expect(app.owner.run('truncate staff_reads')).rejects.toThrow('append-only');
    for (const column of ['happened_at', 'hour'])
      await expect(
        pool.run(`insert into staff_reads (reader_id, call, ${column}) values ($1, 'listUsers', now())`, [
          reader.userId,
        ]),
      ).rejects.toThrow('permission denied');
  });

  it('ends after its time, by a job', async () => {
    const reader = await admin();
    await app.owner.run(
      `insert into staff_reads (reader_id, call, happened_at, hour)
       values ($1, 'old', now() - interval '401 days', now()), ($1, 'kept', now() - interval '399 days', now())`,
      [reader.userId],
    );
    await removeOldStaffReads(app.context);
    expect(await shortRowsOf(reader)).toEqual([['kept', null]]);
    await app.owner.run(
      `insert into staff_reads (reader_id, call, happened_at) values ($1, 'x', now() - interval '20 days')`,
      [reader.userId],
    );
    await expect(app.context.pool.run('select remove_old_staff_reads(1, 10)')).rejects.toThrow('thirty days');
  });
});

describe('admins', () => {
  it('see who looked at somebody, newest first, and agents do not', async () => {
    const [ada, bola] = [await person(), await person()];
    const [agent, reader] = [await app.make.user({ isAgent: true }), await admin()];
    for (const { userName } of [ada, bola]) await app.as(agent).call('listUsers', { userName });
    await app.as(agent).call('listTransactions', {});
    const find = async (query: Record<string, unknown>) =>
      (await app.as(reader).call('listStaffReads', query)).reply.reads.map((read) => [
        read.call,
        read.reader,
        read.userName,
      ]);
    expect(await find({ userName: ada.userName.toUpperCase() })).toEqual([
      ['listUsers', agent.userName, ada.userName],
    ]);
    const all = await find({ reader: agent.userName });
    expect(all.slice(-2)).toEqual([
      ['listUsers', agent.userName, bola.userName],
      ['listUsers', agent.userName, ada.userName],
    ]);
    expect(await find({ reader: agent.userName, call: 'listusers', to: '2020-01-01' })).toEqual([]);
    expect((await app.as(agent).call('listStaffReads')).refusal.code).toBe('forbidden');
    const odd = await app.as(reader).call('listStaffReads', { from: '31/01/2026' });
    expect(odd.refusal.errors?.[0]?.field).toBe('from');
  });

  it('read them in pages, and take them as JSON lines, on record', async () => {
    const [ada, agent, reader] = [await person(), await app.make.user({ isAgent: true }), await admin()];
    await app.owner.run(
      `insert into staff_reads (reader_id, subject_id, call, hour)
       select $1, $2, 'listUsers', now() - make_interval(hours => n) from generate_series(1, 1001) n`,
      [agent.userId, ada.userId],
    );
    const query = { userName: ada.userName };
    const first = (await app.as(reader).call('listStaffReads', query)).reply;
    const second = (await app.as(reader).call('listStaffReads', { ...query, before: first.next ?? '' }))
      .reply;
    const ids = [...first.reads, ...second.reads].map(({ _id }) => BigInt(_id));
    expect(ids).toHaveLength(100);
    expect(ids).toEqual(ids.toSorted((a, b) => Number(b - a)));
    const file = await fetch(`${app.url}/api/v1/admin/staffReads?userName=${ada.userName}&format=jsonl`, {
      headers: { 'x-auth-token': reader.token },
    });
    const rows = (await file.text()).trimEnd().split('\n');
    // And the row of this admin, who looked at it three times.
    expect(rows).toHaveLength(1_002);
    expect(JSON.parse(rows.at(-1) ?? '')).toMatchObject({ reader: agent.userName, userName: ada.userName });
    const { actions } = (await app.as(reader).call('listStaffActions', { action: 'listStaffReads' })).reply;
    expect(actions[0]?.after).toEqual({ format: 'jsonl', userName: ada.userName });
  });
});
