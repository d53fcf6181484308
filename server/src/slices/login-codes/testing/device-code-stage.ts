/** Logins on devices, for tests of codes that lead past the wrong passwords of others. */
import { expect } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { mailsTo, sendMails } from '../../../../test/mails.ts';
import type { TestUser } from '../../../../test/make.ts';

export const settings = {
  TRUSTED_PROXIES: '127.0.0.1',
  LOGIN_FAILURES_PER_ACCOUNT: '20',
  LOGIN_CODE_MINUTES: '10',
};
/** Fewer wrong passwords from one network than usual, so that less has to be hashed. */
export const MOST = 5;

export interface Device {
  from: string;
  cookie?: string;
}
type Named = Pick<TestUser, 'userName' | 'password'>;

let networks = 0;
export const newNetwork = (): string => {
  networks += 1;
  return `203.0.113.${networks}`;
};

export const wrongFor = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0');

export const shape = ({ status, body }: { status: number; body: unknown }) => [
  status,
  { ...(body as object), requestId: '' },
];

/** At this app unless another one is given. */
export function deviceCodeStage(app: TestApp) {
  /** A login on a device, which keeps the cookie that it is given. */
  async function logIn(
    { userName, password }: Named,
    device: Device,
    more: Record<string, unknown> = {},
    at: TestApp = app,
  ) {
    const headers = {
      'x-forwarded-for': device.from,
      ...(device.cookie !== undefined && { cookie: device.cookie }),
    };
    const answer = await at.anybody().call('login', { userName, password, ...more }, { headers });
    const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
    if (cookie !== '') device.cookie = cookie;
    return answer;
  }
  const codesIn = async ({ email }: Pick<TestUser, 'email'>, at: TestApp = app): Promise<string[]> => {
    await sendMails(at.context);
    return mailsTo(at, email)
      .filter(({ subject }) => subject === 'Your Jara code for another device')
      .map(({ text }) => /enter this code there: (\d{8})/.exec(text)?.[1] ?? '');
  };
  const newest = async (ada: Pick<TestUser, 'email'>, at: TestApp = app) =>
    (await codesIn(ada, at)).at(-1) ?? '';
  /** Somebody has tried the passwords of others behind this address. */
  async function busyNetwork(at: TestApp = app, most = MOST): Promise<string> {
    const from = newNetwork();
    for (let time = 0; time < most; time += 1)
      await logIn({ userName: `nobody_${time}`, password: 'a guess' }, { from }, {}, at);
    return from;
  }
  /** Somebody who has an account and another device, and needs it on one more. */
  async function stopped(at: TestApp = app, most = MOST) {
    const ada = await at.make.user();
    const home: Device = { from: newNetwork() };
    expect((await logIn(ada, home, {}, at)).status).toBe(200);
    return { ada, home, device: { from: await busyNetwork(at, most) } as Device };
  }
  return { logIn, codesIn, newest, busyNetwork, stopped };
}
