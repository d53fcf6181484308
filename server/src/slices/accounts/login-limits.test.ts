import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp({
  env: {
    TRUSTED_PROXIES: '127.0.0.1',
    LOGIN_FAILURES_PER_15_MINUTES: '10',
    LOGIN_FAILURES_PER_ACCOUNT: '20',
    LOGIN_FAILURES_PER_NETWORK: '30',
  },
});

let networks = 0;
const newNetwork = (): string => {
  networks += 1;
  return `203.0.${networks >> 8}.${networks % 256}`;
};
const logIn = ({ userName }: Pick<TestUser, 'userName'>, password: string, from: string, cookie = '') =>
  app.anybody().call('login', { userName, password }, { headers: { 'x-forwarded-for': from, cookie } });
const cookieOf = (headers: Headers): string => (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
const isLooked = ({ status }: { status: number }): boolean => status === 400;

describe('wrong passwords', () => {
  it('for one account from twenty networks are soon not looked at any more, nor is the right one from another', async () => {
    const ada = await app.make.user();
    let looked = 0;
    for (let place = 0; place < 20; place += 1) {
      const from = newNetwork();
      for (let time = 0; time < 9; time += 1) looked += isLooked(await logIn(ada, 'a guess', from)) ? 1 : 0;
    }
    expect(looked).toBe(20);
    expect((await logIn(ada, ada.password, newNetwork())).status).toBe(429);
  });

  it('have to wait longer the more there are', async () => {
    const ada = await app.make.user();
    const windowsPass = (seconds: number) =>
      app.owner.run(
        'update attempt_counters set window_ends_at = window_ends_at - make_interval(secs => $1)',
        [seconds],
      );
    const waits: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      let answer = await logIn(ada, 'a guess', newNetwork());
      for (let time = 0; time < 19; time += 1) answer = await logIn(ada, 'a guess', newNetwork());
      answer = await logIn(ada, 'a guess', newNetwork());
      expect(answer.status).toBe(429);
      const left = Number(answer.headers.get('retry-after'));
      waits.push(left);
      await windowsPass(left);
    }
    const [first = 0, second = 0, third = 0] = waits;
    expect(second).toBeGreaterThan(2 * first);
    expect(third).toBeGreaterThan(2 * second);
  });

  it('of strangers do not lock the owner out of a known device, wherever that is', async () => {
    const ada = await app.make.user();
    const home = newNetwork();
    const cookie = cookieOf((await logIn(ada, ada.password, home)).headers);
    for (let time = 0; time < 25; time += 1) await logIn(ada, 'a guess', time < 12 ? home : newNetwork());
    expect((await logIn(ada, ada.password, home)).status).toBe(429);
    expect((await logIn(ada, ada.password, home, cookie)).status).toBe(200);
    expect((await logIn(ada, ada.password, newNetwork(), cookie)).status).toBe(200);
  });

  it('on a known device count there', async () => {
    const ada = await app.make.user();
    const cookie = cookieOf((await logIn(ada, ada.password, newNetwork())).headers);
    for (let time = 0; time < 10; time += 1) await logIn(ada, 'a guess', newNetwork(), cookie);
    expect((await logIn(ada, ada.password, newNetwork(), cookie)).status).toBe(429);
    expect((await logIn(ada, ada.password, newNetwork())).status).toBe(200);
  });

  it('gain nothing by the cookie of another account', async () => {
    const [ada, eve] = [await app.make.user(), await app.make.user()];
    const cookie = cookieOf((await logIn(eve, eve.password, newNetwork())).headers);
    for (let time = 0; time < 20; time += 1) await logIn(ada, 'a guess', newNetwork(), cookie);
    expect((await logIn(ada, ada.password, newNetwork(), cookie)).status).toBe(429);
  });

  it.each([
    ['an address', '198.51.100.7', '198.51.100.7'],
    ['the addresses of one IPv6 network', '2001:db8:1:2::1', '2001:db8:1:2::ffff'],
  ])(
    'at many accounts from %s end, and neighbours on their devices notice nothing',
    async (_what, one, other) => {
      const neighbour = await app.make.user();
      const cookie = cookieOf((await logIn(neighbour, neighbour.password, one)).headers);
      let looked = 0;
      for (let time = 0; time < 40; time += 1) {
        const from = one.includes(':') ? `${one}${(time + 1).toString(16)}` : one;
        looked += isLooked(await logIn({ userName: `nobody_${time}` }, 'a guess', from)) ? 1 : 0;
      }
      expect(looked).toBe(30);
      expect((await logIn(neighbour, neighbour.password, other)).status).toBe(429);
      expect((await logIn(neighbour, neighbour.password, other, cookie)).status).toBe(200);
      expect((await logIn(neighbour, neighbour.password, newNetwork())).status).toBe(200);
    },
  );

  it.each([
    ['a phone number', (user: TestUser) => user.phone, '09151230007'],
    ['an e-mail address', (user: TestUser) => user.email, 'no.one@example.com'],
    ['a user name', (user: TestUser) => user.userName, 'nobody_at_all'],
  ])('do not tell by the spellings of %s whether somebody has it', async (_what, read, unknown) => {
    const spellings = (name: string): string[] => {
      const [, rest = ''] = /^0(\d{10})$/.exec(name) ?? [];
      if (rest === '') return [name, name.toUpperCase(), ` ${name} `];
      const parts = [name.slice(0, 4), name.slice(4, 7), name.slice(7)];
      return [name, `+234${rest}`, `234${rest}`, `00234${rest}`, parts.join('-'), parts.join(' ')];
    };
    const known = read(await app.make.user());
    const looked: Record<string, number> = { known: 0, unknown: 0 };
    for (const [who, name] of [
      ['known', known],
      ['unknown', unknown],
    ] as const) {
      const from = newNetwork();
      const spelled = spellings(name);
      for (let time = 0; time < 18; time += 1) {
        const answer = await logIn({ userName: spelled[time % spelled.length] ?? name }, 'a guess', from);
        if (isLooked(answer)) looked[who] = (looked[who] ?? 0) + 1;
      }
    }
    expect(looked).toEqual({ known: 10, unknown: 10 });
  });

  it('are told to the owner, once a day', async () => {
    const ada = await app.make.user();
    const mailsToAda = async () => {
      await sendMails(app.context);
      return mailsTo(app, ada.email).filter(({ subject }) => subject.startsWith('Wrong passwords'));
    };
    for (let time = 0; time < 9; time += 1) await logIn(ada, 'a guess', newNetwork());
    expect(await mailsToAda()).toHaveLength(0);
    for (let time = 0; time < 9; time += 1) await logIn(ada, 'a guess', newNetwork());
    expect(await mailsToAda()).toHaveLength(1);
  });
});
