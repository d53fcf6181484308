/** Whoever is stopped by the registrations of others behind the same address goes on by a code that goes to the mailbox they give. */
import { describe, expect, it, vi } from 'vitest';
import { HOUR_MS, SECOND_MS } from '@jara/contract/time-units.ts';
import type { Db } from '../../platform/db.ts';
import { useTestApp, type TestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import { registrationCodeLinks } from './registration-codes.ts';
import { newNetwork, shape, wrongFor } from './testing/device-code-stage.ts';

/** Of eight, six are for whoever proves no mailbox. */
const env = { TRUSTED_PROXIES: '127.0.0.1', REGISTRATIONS_PER_HOUR: '100000', TAKEN_ADDRESSES_PER_HOUR: '8' };
const app = useTestApp({ env });
const crowded = useTestApp({ env: { ...env, REGISTRATIONS_PER_HOUR: '1' } });

let count = 0;
function person(changes: Record<string, unknown> = {}) {
  count += 1;
  return {
    userName: `newcomer_${count}`,
    email: `newcomer${count}@people.example`,
    phoneNumber: `0904${String(count).padStart(7, '0')}`,
    password: 'long enough',
    passwordCheck: 'long enough',
    ...changes,
  };
}

const register = (from: string, body: Record<string, unknown>, at: TestApp = app) =>
  at.anybody().call('register', body, { headers: { 'x-forwarded-for': from } });
const ask = (from: string, body: Record<string, unknown>, at: TestApp = app) =>
  register(from, { ...body, deviceCode: '' }, at);

async function codesIn(email: string, at: TestApp = app): Promise<string[]> {
  await sendMails(at.context);
  return mailsTo(at, email)
    .filter(({ subject }) => subject === 'Your code to open an account at Jara')
    .map(({ text }) => /enter this code there: (\d{8})/.exec(text)?.[1] ?? '');
}

/** From where somebody learnt of six accounts. */
async function busyNetwork(): Promise<string> {
  const from = newNetwork();
  for (let time = 0; time < 6; time += 1) {
    const { email } = await app.make.user();
    expect((await register(from, person({ email }))).status).toBe(409);
  }
  return from;
}

/** Those of the commits from now on; gives how many there were, and counts no more. */
function countStatements(): () => number {
  const { pool } = app.context;
  const commit = pool.commit.bind(pool);
  let statements = 0;
  const spy = vi.spyOn(pool, 'commit').mockImplementation((act) =>
    commit((db) =>
      act(
        new Proxy(db, {
          get: (of, name: keyof Db) => {
            statements += 1;
            return of[name];
          },
        }),
      ),
    ),
  );
  return () => {
    spy.mockRestore();
    return statements;
  };
}

describe('behind an address from which others tried who has an account', () => {
  it('an honest newcomer opens an account with the code that was mailed, and the address is proved', async () => {
    const from = await busyNetwork();
    const ada = person();
    const stopped = await register(from, ada);
    expect(stopped.status).toBe(429);
    expect(stopped.body).toMatchObject({ codeByMail: true });
    expect(stopped.refusal.msg).toContain('have a code sent to your e-mail address');
    const asked = await ask(from, ada);
    expect([asked.status, asked.refusal.code]).toEqual([403, 'device_code_required']);
    const [code = ''] = await codesIn(ada.email);
    const wrong = await register(from, { ...ada, deviceCode: wrongFor(code) });
    expect([wrong.status, wrong.refusal.code]).toEqual([403, 'wrong_code']);
    // Another mistake costs no new code.
    const { userName } = await app.make.user();
    expect((await register(from, { ...ada, userName, deviceCode: code })).refusal.code).toBe(
      'username_taken',
    );
    const opened = await register(from, { ...ada, deviceCode: ` ${code.slice(0, 4)} ${code.slice(4)}` });
    expect(opened.status).toBe(201);
    const as = app.as(opened.reply);
    expect((await as.call('getContactDetails')).reply.isEmailConfirmed).toBe(true);
    const { events } = (await as.call('listSecurityEvents')).reply;
    expect(events.map(({ what, factor }) => [what, factor])).toContainEqual(['registered', 'email_code']);
    await sendMails(app.context);
    expect(mailsTo(app, ada.email)).toHaveLength(1);
    // For everybody else it is as closed as before.
    expect((await register(from, person())).status).toBe(429);
  });

  it('says and does the same for an address that somebody has, whose owner is told', async () => {
    const from = await busyNetwork();
    const [owner, free] = [await app.make.user(), person()];
    const asks = async (body: Record<string, unknown> & { email: string }) => {
      const statements = countStatements();
      const answer = JSON.stringify(shape(await ask(from, body))).replaceAll(body.email, 'address');
      return [answer, statements()];
    };
    const taken = await asks(person({ email: owner.email }));
    expect(taken).toEqual(await asks(free));
    expect(taken[1]).toBeGreaterThan(5);
    // An owner who was told today is asked about as often, in the next hour.
    await app.owner.run(`delete from attempt_counters where key like 'registration code:%'`);
    expect(await asks(person({ email: owner.email }))).toEqual(taken);
    expect(await codesIn(owner.email)).toEqual([]);
    expect(mailsTo(app, owner.email).map(({ subject }) => subject)).toEqual(['You have an account at Jara']);
  });

  it('learns of as many numbers as ever in all, two with each mailbox, and then nobody registers', async () => {
    const from = await busyNetwork();
    const numbers: string[] = [];
    for (let n = 0; n < 4; n += 1) numbers.push((await app.make.user()).phone);
    const proved = async () => {
      const one = person();
      await ask(from, one);
      return { ...one, deviceCode: (await codesIn(one.email))[0] };
    };
    const [ada, bola, chi] = [await proved(), await proved(), await proved()];
    const tryOut = async (one: Record<string, unknown>, n: number) => {
      const { status, refusal } = await register(from, { ...one, phoneNumber: numbers[n] });
      return [status, refusal.code];
    };
    expect(await tryOut(ada, 0)).toEqual([409, 'phone_taken']);
    expect(await tryOut(ada, 0)).toEqual([409, 'phone_taken']);
    // A free number would be taken; the third that is not is answered like anything after it.
    expect(await tryOut(bola, 0)).toEqual([409, 'phone_taken']);
    expect(await tryOut(bola, 1)).toEqual([409, 'phone_taken']);
    for (const phoneNumber of [numbers[2], person().phoneNumber])
      expect((await register(from, { ...bola, phoneNumber })).status).toBe(429);
    expect(await tryOut(chi, 2)).toEqual([429, 'too_many_requests']);
    const closed = await register(from, chi);
    expect(closed.status).toBe(429);
    expect(closed.body).not.toHaveProperty('codeByMail');
    expect((await ask(from, person())).status).toBe(429);
  });

  it('tries six registrations an hour with the code of a mailbox, so that nobody keeps the hashing busy with it', async () => {
    const from = await busyNetwork();
    const ada = person();
    await ask(from, ada);
    const [deviceCode] = await codesIn(ada.email);
    const { userName } = await app.make.user();
    for (let time = 0; time < 6; time += 1)
      expect((await register(from, { ...ada, userName, deviceCode })).refusal.code).toBe('username_taken');
    expect((await register(from, { ...ada, deviceCode })).refusal.code).toBe('too_many_requests');
  });

  it('counts for the network what several tries of one mailbox hear at the same moment', async () => {
    const from = await busyNetwork();
    const ada = person();
    await ask(from, ada);
    const [deviceCode] = await codesIn(ada.email);
    const numbers = [];
    for (let n = 0; n < 4; n += 1) numbers.push((await app.make.user()).phone);
    const answers = await Promise.all(
      numbers.map((phoneNumber) => register(from, { ...ada, phoneNumber, deviceCode })),
    );
    // What the network has left is two.
    const taken = answers.filter(({ refusal }) => refusal.code === 'phone_taken');
    expect(taken.length).toBeLessThanOrEqual(2);
    expect((await ask(from, person())).status).toBe(429);
  });

  it('is not so where nobody was stopped: a code is not looked at', async () => {
    expect((await register(newNetwork(), person({ deviceCode: '12345678' }))).status).toBe(201);
  });
});

it('behind an address where very many registered one goes on in the same way', async () => {
  const from = newNetwork();
  expect((await register(from, person(), crowded)).status).toBe(201);
  const ada = person();
  expect((await register(from, ada, crowded)).body).toMatchObject({ codeByMail: true });
  await ask(from, ada, crowded);
  const [deviceCode] = await codesIn(ada.email, crowded);
  expect((await register(from, { ...ada, deviceCode }, crowded)).status).toBe(201);
});

describe('the mails', () => {
  it('are one an hour for a mailbox, however it is spelt and wherever it is asked for', async () => {
    const ada = person({ email: 'ada.obi@mail.example' });
    const networks = [await busyNetwork(), await busyNetwork()];
    const answers: string[] = [];
    for (const from of networks) {
      for (const email of ['ada.obi@mail.example', 'adaobi+1@mail.example', 'ada.obi+2@mail.example'])
        answers.push((await ask(from, { ...ada, email })).refusal.code);
    }
    expect(new Set(answers)).toEqual(new Set(['device_code_required']));
    await sendMails(app.context);
    expect(app.sandbox.journal().mails.filter(({ to }) => to.endsWith('@mail.example'))).toHaveLength(1);
  });

  it('end where one network asked for a thousand, and what is refused costs the mailbox nothing', async () => {
    const from = await busyNetwork();
    const [first, ada] = [person(), person()];
    await ask(from, first);
    await app.owner.run(`update attempt_counters set attempts = 1000 where key like 'registration code:%'`);
    expect((await ask(from, ada)).refusal.code).toBe('too_many_requests');
    await ask(await busyNetwork(), ada);
    expect(await codesIn(ada.email)).toHaveLength(1);
  });
});

describe('a code', () => {
  const codeOf = (email: string, createdAt: Date, ageSeconds = 0) =>
    registrationCodeLinks(app.context).registrationCode({ toAddress: email, createdAt, ageSeconds });

  it('is for one address, and for the hour of the clock that it is asked for in and the next one', async () => {
    const from = await busyNetwork();
    const readNow = () => app.context.pool.get<{ now: Date }>('select now() as now');
    const msLeft = HOUR_MS - ((await readNow()).now.getTime() % HOUR_MS);
    // Not while the hour turns.
    if (msLeft < 20 * SECOND_MS) await new Promise((resolve) => setTimeout(resolve, msLeft));
    const { now } = await readNow();
    const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
    const [ada, bola] = [person(), person()];
    for (const deviceCode of [codeOf(ada.email, ago(2)), codeOf(bola.email, now)])
      expect((await register(from, { ...ada, deviceCode })).refusal.code).toBe('wrong_code');
    expect((await register(from, { ...ada, deviceCode: codeOf(ada.email, ago(1)) })).status).toBe(201);
    expect((await register(from, { ...bola, deviceCode: codeOf(bola.email, now) })).status).toBe(201);
  });

  it('is not mailed when it is over', () => {
    const late = new Date('2026-11-30T10:59:00Z');
    expect(codeOf('ada@people.example', late, 3_600)).toMatch(/^\d{8}$/);
    expect(codeOf('ada@people.example', late, 3_661)).toBeUndefined();
  });

  it('is guessed at five times in an hour, also at the same moment, and then not by the right one either', async () => {
    const from = await busyNetwork();
    const ada = person();
    await ask(from, ada);
    const [code = ''] = await codesIn(ada.email);
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => register(from, { ...ada, deviceCode: wrongFor(code) })),
    );
    expect(guesses.filter(({ refusal }) => refusal.code === 'wrong_code')).toHaveLength(5);
    expect((await register(from, { ...ada, deviceCode: code })).status).toBe(429);
  });

  it('stands in no table', async () => {
    const ada = person();
    await ask(await busyNetwork(), ada);
    const [code = ''] = await codesIn(ada.email);
    const { row } = await app.owner.get<{ row: string }>(
      'select m::text as row from mails m where to_address = $1',
      [ada.email],
    );
    expect(row).not.toContain(code);
  });
});
