import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, startAnswers } from '../../test/answers.ts';
import { signedIn, user } from '../../test/people.ts';
import {
  followPush,
  pushStateHere,
  pushWordsOf,
  readPushState,
  switchPushOff,
  switchPushOn,
} from './push.ts';
import { endSession, startSession } from './session.ts';

/* The browser's part is a stand-in with the names of the real one: a permission, and one subscription that may be there. */
let permission: string;
let asks: string;
let present: ReturnType<typeof subscriptionAt> | null;
let made: number;

const key = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';
const bytes = Buffer.from(key, 'base64url');

function subscriptionAt(endpoint: string, applicationServerKey: Uint8Array = bytes) {
  return {
    endpoint,
    options: { applicationServerKey: Uint8Array.from(applicationServerKey).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'public', auth: 'secret' } }),
    unsubscribe: () => {
      present = null;
      return Promise.resolve(true);
    },
  };
}

const pushManager = {
  getSubscription: () => Promise.resolve(present),
  subscribe: () => {
    if (present === null) {
      made += 1;
      present = subscriptionAt(`https://push.example/${made}`);
    }
    return Promise.resolve(present);
  },
};
const registration = { pushManager };

/** What the server knows of this session. */
let endpoint: string | null;
let answers: Awaited<ReturnType<typeof startAnswers>>;

beforeEach(async () => {
  [permission, asks, present, made, endpoint] = ['default', 'granted', null, 0, null];
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: () => {
      permission = asks;
      return Promise.resolve(asks);
    },
  });
  vi.stubGlobal('PushManager', () => undefined);
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator) as object, {
      serviceWorker: {
        ready: Promise.resolve(registration),
        getRegistration: () => Promise.resolve(registration),
      },
    }),
  );
  answers = await startAnswers(({ method, body }) => {
    if (method === 'POST') ({ endpoint } = JSON.parse(body) as { endpoint: string });
    if (method === 'DELETE') endpoint = null;
    return json(200, method === 'GET' ? { publicKey: key, endpoint } : { msg: 'Done' });
  });
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`${answers.url}/`);
  startSession(signedIn());
});
afterEach(async () => {
  document.head.replaceChildren();
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
  await answers.stop();
});

const asked = () => answers.asked.map(({ method }) => method);

describe('the switch', () => {
  it('asks for the permission, subscribes with the key of the server, and tells it', async () => {
    expect(await readPushState()).toBe('off');
    expect(await switchPushOn()).toBe('on');
    expect(JSON.parse(answers.asked.at(-1)?.body ?? '')).toEqual({
      endpoint: 'https://push.example/1',
      p256dh: 'public',
      auth: 'secret',
    });
    expect(await readPushState()).toBe('on');
    expect(await switchPushOff()).toBe('off');
    expect([endpoint, present, await readPushState()]).toEqual([null, null, 'off']);
  });

  it.each([
    ['denied', 'denied'],
    ['default', 'off'],
  ])('does nothing when the person says %s', async (answer, state) => {
    asks = answer;
    expect(await switchPushOn()).toBe(state);
    expect([asked(), present]).toEqual([[], null]);
  });

  it('takes a subscription that was made for another key out of the way', async () => {
    present = subscriptionAt('https://push.example/old', new Uint8Array(65));
    expect(await switchPushOn()).toBe('on');
    expect(endpoint).toBe('https://push.example/1');
  });

  it('says calmly that the browser has no service for it, and tells the server nothing', async () => {
    vi.spyOn(pushManager, 'subscribe').mockRejectedValueOnce(new DOMException('no', 'AbortError'));
    const problem: unknown = await switchPushOn().catch((error: unknown) => error);
    expect(pushWordsOf(problem)).toMatch(/^Your browser could not reach the service/);
    expect(endpoint).toBeNull();
  });

  it('says at once that there are none while the service worker is switched off, and asks nobody', async () => {
    const off = '<meta name="service-worker" content="off" />';
    await switchPushOn();
    const before = asked().length;
    document.head.innerHTML = off;
    expect([pushStateHere(), await readPushState(), await switchPushOn()]).toEqual(
      Array<string>(3).fill('unavailable'),
    );
    permission = 'default';
    expect(await switchPushOn()).toBe('unavailable');
    expect([permission, asked().length]).toEqual(['default', before]);
    followPush();
    permission = 'granted';
    document.head.replaceChildren();
    // What was switched on stays so for the day on which the worker is back.
    expect(await readPushState()).toBe('on');
  });

  it('knows where there are none, and where the program must be installed first', () => {
    Reflect.deleteProperty(globalThis, 'PushManager');
    expect(pushStateHere()).toBe('unsupported');
    vi.stubGlobal('navigator', { standalone: false });
    expect(pushStateHere()).toBe('not installed');
  });
});

describe('when the program opens', () => {
  it('the server learns what the browser has changed meanwhile', async () => {
    await switchPushOn();
    present = subscriptionAt('https://push.example/changed');
    followPush();
    await expect.poll(() => endpoint).toBe('https://push.example/changed');
  });

  it('the same person hears again after logging in anew', async () => {
    await switchPushOn();
    endSession();
    endpoint = null;
    startSession(signedIn({ token: 'another' }));
    followPush();
    await expect.poll(() => endpoint).not.toBeNull();
  });

  it('another person does not get what the one before has switched on', async () => {
    await switchPushOn();
    endpoint = null;
    startSession(signedIn({ token: 'another', user: user({ _id: 'u2' }) }));
    followPush();
    await expect.poll(() => present).toBeNull();
    expect(await readPushState()).toBe('off');
    startSession(signedIn());
    const before = asked().length;
    followPush();
    expect(await readPushState()).toBe('off');
    expect(asked().slice(before)).toEqual(['GET']);
  });

  it('a permission that was taken back switches them off', async () => {
    await switchPushOn();
    permission = 'denied';
    followPush();
    await expect.poll(() => endpoint).toBeNull();
  });

  it('nothing is asked where they are off', async () => {
    followPush();
    expect(await readPushState()).toBe('off');
    expect(asked()).toEqual([]);
  });
});

it('a device whose session has ended takes nothing any more', async () => {
  followPush();
  await switchPushOn();
  endSession();
  await expect.poll(() => present).toBeNull();
});
