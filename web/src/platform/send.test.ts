// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, startAnswers, type Answer, type Asked } from '../../test/answers.ts';
import { Refusal, send, Unreachable, wordsOf } from './send.ts';
import { endSession, getSession, startSession } from './session.ts';
import { signedIn } from '../../test/people.ts';

let answer: Answer | 'hang up' | ((asked: Asked) => Answer | Promise<Answer>) = json(200, {});
let answers: Awaited<ReturnType<typeof startAnswers>>;

beforeEach(async () => {
  answers = await startAnswers((asked) => (typeof answer === 'function' ? answer(asked) : answer));
  // The calls go to addresses of the page's own origin.
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`${answers.url}/`);
});
afterEach(async () => {
  endSession();
  await answers.stop();
});

async function failureOf(sent: Promise<unknown>): Promise<unknown> {
  return sent.then(
    () => expect.fail('the call should have failed'),
    (error: unknown) => error,
  );
}

describe('what goes out', () => {
  it('is JSON at the address of the call, with the key of a money call', async () => {
    answer = json(202, { msg: 'sent', receipt: {} });
    const body = { network: 1, mobile_number: '08031234567', amount: 500 };
    const reply = await send('buyAirtime', body, { key: 'k-1' });
    expect(reply.msg).toBe('sent');
    const [asked] = answers.asked;
    expect(asked?.method).toBe('POST');
    expect(asked?.url).toBe('/api/v1/buy/airtime');
    expect(JSON.parse(asked?.body ?? '')).toEqual(body);
    expect(asked?.headers['idempotency-key']).toBe('k-1');
    expect(asked?.headers['content-type']).toBe('application/json');
    expect(asked?.headers['x-auth-token']).toBeUndefined();
  });

  it('carries the token of the session', async () => {
    startSession(signedIn({ token: 'tok-1' }));
    answer = json(200, []);
    await send('listPrices');
    expect(answers.asked[0]?.headers['x-auth-token']).toBe('tok-1');
  });

  it('fills the parts of the address and leaves empty filters out of the query', async () => {
    answer = json(200, { receipt: {} });
    await send('getTransaction', { id: 'a/b 1' });
    await send('listTransactions', { page: 2, type: 'data', status: undefined } as {
      page: number;
      type: string;
    });
    expect(answers.asked.map((asked) => asked.url)).toEqual([
      '/api/v1/transaction/a%2Fb%201',
      '/api/v1/transaction?page=2&type=data',
    ]);
  });
});

describe('what the page has asked before the program was there', () => {
  const asks = (token: string, check: Promise<Response>, stop = (): void => undefined): void => {
    window.earlyAnswers = { token, askedAt: 0, stop, 'POST /api/v1/auth/isTokenValid': check };
  };
  const valid = async () => Response.json({ valid: true });
  beforeEach(() => {
    startSession(signedIn({ token: 'tok-1' }));
    answer = json(200, { valid: false });
  });
  afterEach(() => delete window.earlyAnswers);

  it('is not asked again, once', async () => {
    asks('tok-1', valid());
    expect(await send('isTokenValid')).toEqual({ valid: true });
    expect(answers.asked).toEqual([]);
    expect(await send('isTokenValid')).toEqual({ valid: false });
    expect(answers.asked).toHaveLength(1);
  });

  it('is asked again when it was asked for another session, or got no answer', async () => {
    asks('tok-0', valid());
    expect(await send('isTokenValid')).toEqual({ valid: false });
    expect(window.earlyAnswers).toBeUndefined();
    asks('tok-1', Promise.reject(new TypeError('Failed to fetch')));
    expect(await send('isTokenValid')).toEqual({ valid: false });
    expect(answers.asked).toHaveLength(2);
  });

  it('says nothing to other calls, and ends with the wait for it', async () => {
    let hangUp = (): void => undefined;
    const check = new Promise<Response>((_, reject) => {
      hangUp = () => reject(new DOMException('Aborted', 'AbortError'));
    });
    asks('tok-1', check, () => hangUp());
    answer = json(200, []);
    expect(await send('listPrices')).toEqual([]);
    const given = new AbortController();
    const sent = send('isTokenValid', undefined, { signal: given.signal });
    given.abort();
    expect(await failureOf(sent)).toMatchObject({ name: 'AbortError' });
    expect(answers.asked).toHaveLength(1);
  });
});

describe('what comes back', () => {
  it('a refusal keeps code, words, fields and the whole body', async () => {
    answer = json(409, {
      msg: 'The price has changed',
      code: 'price_changed',
      requestId: 'r1',
      expectedAmount: 490,
    });
    const refusal = await failureOf(send('listPrices'));
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({
      status: 409,
      code: 'price_changed',
      msg: 'The price has changed',
      requestId: 'r1',
    });
    expect((refusal as Refusal).body['expectedAmount']).toBe(490);
    expect(wordsOf(refusal)).toBe('The price has changed');
  });

  it('a refusal names the words of one field', async () => {
    const errors = [{ field: 'email', msg: 'Enter an your email' }];
    answer = json(400, { msg: 'Enter an your email', code: 'invalid_input', requestId: 'r2', errors });
    const refusal = (await failureOf(send('listPrices'))) as Refusal;
    expect(refusal.errorOf('email')).toBe('Enter an your email');
    expect(refusal.errorOf('userName')).toBeUndefined();
  });

  it('401 ends the session on this device', async () => {
    startSession(signedIn({ token: 'stale' }));
    answer = json(401, {
      msg: 'Your session has ended. Log in again',
      code: 'unauthenticated',
      requestId: 'r3',
    });
    const refusal = await failureOf(send('getProfile'));
    expect(refusal).toBeInstanceOf(Refusal);
    expect(getSession()).toEqual({ token: null, signedIn: null });
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('any answer but that begins the time of the session anew', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    startSession(signedIn({ token: 'alive' }));
    const usedAt = () => Number(localStorage.getItem('usedAt'));
    vi.setSystemTime(Date.now() + 20 * 60_000);
    answer = json(409, { msg: 'The price has changed', code: 'price_changed', requestId: 'r5' });
    await failureOf(send('getProfile'));
    expect(usedAt()).toBe(Date.now());
    answer = json(401, { msg: 'Your session has ended', code: 'unauthenticated', requestId: 'r6' });
    await failureOf(send('getProfile'));
    expect(localStorage.getItem('usedAt')).toBeNull();
    vi.useRealTimers();
  });

  it('401 with a token that was replaced meanwhile is asked again with the new one', async () => {
    startSession(signedIn({ token: 'before' }));
    answer = json(200, { msg: 'It is you' }, { 'x-new-token': 'after' });
    await send('confirmStepUp', { password: 'secret words' });
    expect([getSession().token, localStorage.getItem('token')]).toEqual(['after', 'after']);

    // Another tab was given one while the request was on its way.
    const stale = json(401, { msg: 'Your session has ended', code: 'unauthenticated', requestId: 'r7' });
    answer = (asked) => {
      if (asked.headers['x-auth-token'] === 'third') return json(200, { contacts: [] });
      localStorage.setItem('token', 'third');
      return stale;
    };
    expect(await send('listContacts')).toEqual({ contacts: [] });
    expect(getSession().token).toBe('third');
  });

  it('401 waits for a change that may bring another token', async () => {
    startSession(signedIn({ token: 'before' }));
    const stale = json(401, { msg: 'Your session has ended', code: 'unauthenticated', requestId: 'r8' });
    let release: () => void = () => expect.fail('the step-up did not arrive');
    const arrived = new Promise<void>((resolve) => {
      answer = async ({ url, headers }) => {
        if (!url.endsWith('/auth/stepUp'))
          return headers['x-auth-token'] === 'after' ? json(200, { contacts: [] }) : stale;
        resolve();
        await new Promise<void>((answered) => (release = answered));
        return json(200, { msg: 'It is you' }, { 'x-new-token': 'after' });
      };
    });
    const stepUp = send('confirmStepUp', { password: 'secret words' });
    await arrived;
    const read = send('listContacts');
    await vi.waitFor(() => expect(answers.asked).toHaveLength(2));
    expect(getSession().token).toBe('before');
    release();
    await stepUp;
    expect(await read).toEqual({ contacts: [] });
    expect(getSession().token).toBe('after');
  });

  it('403 does not', async () => {
    startSession(signedIn({ token: 'alive' }));
    answer = json(403, { msg: 'Your old password is not correct', code: 'wrong_password', requestId: 'r4' });
    await failureOf(send('getProfile'));
    expect(getSession().token).toBe('alive');
  });

  it.each([
    { status: 502, body: '<html>Bad gateway</html>' },
    { status: 200, body: '<html>not ours</html>' },
    { status: 200, body: '{"cut off' },
  ])('an answer that is not ours is a failure in plain words: $status $body', async (given) => {
    answer = given;
    const refusal = await failureOf(send('listPrices'));
    expect(refusal).toBeInstanceOf(Refusal);
    expect(wordsOf(refusal)).toBe('Something went wrong');
  });

  it('a broken connection is not called something that went wrong', async () => {
    answer = 'hang up';
    const failure = await failureOf(send('listPrices'));
    expect(failure).toBeInstanceOf(Unreachable);
    expect(wordsOf(failure)).toBe('No connection. Check your network and try again');
  });
});
