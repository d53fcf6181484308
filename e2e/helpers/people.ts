/** Who takes part in a journey. Everybody is new, so that no journey can see another one. */
import type { Page } from '@playwright/test';
import { call } from './server.ts';

export interface Person {
  userName: string;
  email: string;
  phone: string;
  password: string;
}

export interface User extends Person {
  token: string;
}

const demoPassword = 'JaraSandbox1';
const mtn = ['0703', '0706', '0803', '0806', '0810', '0813', '0814', '0816', '0903', '0906', '0913', '0916'];
/** Workers make theirs side by side, and a new one takes over after each failure. */
const numbersPerWorker = 400;
/** Playwright's, for which of its workers this is; there is one where no tests are run. */
const worker = Number(process.env['TEST_WORKER_INDEX'] ?? 0);
let made = 0;

const digits = (number: number, count: number): string => String(number).padStart(count, '0').slice(-count);

/** Somebody without an account. */
export function someone(): Person {
  made += 1;
  const word = `${worker}_${made}_${Date.now().toString(36)}`;
  return {
    userName: `ada_${word}`,
    email: `ada_${word}@example.com`,
    // Ends in nothing by which the sandbox would choose an outcome.
    phone: `0802${digits(worker, 3)}${digits(1_000 + made, 4)}`,
    password: `a good password ${word}`,
  };
}

/** Somebody who is registered and, when asked for, has money in the wallet or was invited by somebody. */
export async function aUser({
  naira = 0,
  referredBy,
}: { naira?: number; referredBy?: string } = {}): Promise<User> {
  const person = someone();
  const { password, phone: phoneNumber, userName, email } = person;
  const registration = {
    userName,
    email,
    phoneNumber,
    password,
    passwordCheck: password,
    ...(referredBy !== undefined && { referredBy }),
  };
  const { token } = await call('register', registration);
  const { maximum } = (await call('getProfile', undefined, token)).terms.testTopUp;
  for (let left = naira; left > 0; left -= maximum) {
    await call('testTopUp', { amount: Math.min(left, maximum) }, token);
  }
  return { ...person, token };
}

/** Whom `product.setup.ts` makes before any journey, while nobody is there who could confirm it: the next one takes two. */
export const secondAdmin: Person = {
  userName: 'ngozi_second',
  email: 'ngozi_second@example.com',
  phone: '08029990001',
  password: 'a good password of the second admin',
};

/** A demo account, with a session of its own. */
export async function demo(userName: 'admin' | 'agent' | 'vendor' | 'smart' | 'reseller'): Promise<User> {
  const { token, user } = await call('login', { userName, password: demoPassword });
  return { userName, email: user.email, phone: user.phoneNumber, password: demoPassword, token };
}

/** An MTN number that nobody has bought for; the last four digits choose what the sandbox does with it. */
export function aNewNumber(lastFour = '5555'): string {
  made += 1;
  const place = (worker * numbersPerWorker + made) % (mtn.length * 1_000);
  return `${mtn[Math.floor(place / 1_000)] ?? ''}${digits(place % 1_000, 3)}${lastFour}`;
}

/** Leaves token and user where a log in leaves them; the next screen is opened by somebody who is signed in. `origin` is where, if not at the product itself. */
export async function isSignedIn(page: Page, { token }: User, origin = ''): Promise<void> {
  const { user, isAdmin, isAgent, isCouponVendor } = await call('getProfile', undefined, token);
  const signedIn = JSON.stringify({ user, isAdmin, isAgent, isCouponVendor, balanceAt: Date.now() });
  await page.goto(`${origin}/robots.txt`);
  await remembers(page, 'token', token);
  await remembers(page, 'user', signedIn);
  // The identity check opens by itself once per visit: it has.
  await page.evaluate(`sessionStorage.setItem('kycAsked', ${JSON.stringify(JSON.stringify(user._id))})`);
}

/** Puts something into the browser's local storage. */
export async function remembers(page: Page, key: string, value: string): Promise<void> {
  await page.evaluate(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)})`);
}

export async function balanceOf({ token }: User): Promise<number> {
  const { user } = await call('getProfile', undefined, token);
  return user.balance;
}
