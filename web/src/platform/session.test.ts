// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { profile, signedIn, user } from '../../test/people.ts';
import {
  adoptProfile,
  adoptReceiptBalance,
  endSession,
  followOtherTabs,
  getSession,
  startSession,
} from './session.ts';

const balance = () => getSession().signedIn?.user.balance;
const holding = (balanceVersion: number, naira: number) => ({
  user: user({ balanceVersion, balance: naira }),
});
const soon = () => Date.now() + 60_000;
const before = () => Date.now() - 60_000;

afterEach(endSession);

describe('the session', () => {
  it('lives in local storage as token and user', () => {
    startSession(signedIn({ token: 'tok' }));
    expect(localStorage.getItem('token')).toBe('tok');
    expect(localStorage.getItem('user')).toContain('adaeze');
  });

  it('ends by forgetting both', () => {
    startSession(signedIn());
    endSession();
    expect(getSession()).toEqual({ token: null, signedIn: null });
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('ends here when it ends in another tab', () => {
    followOtherTabs();
    startSession(signedIn());
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(getSession().token).toBeNull();
  });

  it('does not come back with a profile that arrives after signing out', () => {
    startSession(signedIn());
    endSession();
    adoptProfile(profile(), soon());
    expect(getSession().signedIn).toBeNull();
  });
});

describe('a session that nobody used', () => {
  const anHourAgo = () => String(Date.now() - 3_600_000);
  /** As when the page is opened: the module reads what is stored. */
  const opens = async () => {
    vi.resetModules();
    return import('./session.ts');
  };
  const saved = () => ['token', 'user', 'usedAt'].map((key) => localStorage.getItem(key));

  it('for longer than it lives is over when the page opens, without asking the server', async () => {
    startSession(signedIn({ sessionIdleMinutes: 30 }));
    localStorage.setItem('usedAt', anHourAgo());
    expect((await opens()).getSession()).toEqual({ token: null, signedIn: null });
    expect(saved()).toEqual([null, null, null]);
  });

  it('for less goes on, and so does one of which an earlier build did not write when it was used', async () => {
    startSession(signedIn({ sessionIdleMinutes: 120 }));
    localStorage.setItem('usedAt', anHourAgo());
    expect((await opens()).getSession().token).not.toBeNull();
    localStorage.removeItem('usedAt');
    expect((await opens()).getSession().token).not.toBeNull();
  });

  it('in a page that was left open is over when somebody looks at it', async () => {
    const page = await opens();
    page.endWithTime();
    page.startSession(signedIn({ sessionIdleMinutes: 30 }));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(page.getSession().token).not.toBeNull();
    localStorage.setItem('usedAt', anHourAgo());
    document.dispatchEvent(new Event('visibilitychange'));
    expect(page.getSession().token).toBeNull();
  });
});

describe('the balance', () => {
  it('is the one with the highest version, whatever the order of the answers', () => {
    startSession(signedIn(holding(3, 5_000)));
    adoptProfile(profile(holding(5, 4_000)), soon());
    adoptProfile(profile(holding(4, 4_500)), soon());
    expect(balance()).toBe(4_000);
  });

  it('is that of the receipt at once, not that of an answer that was asked for before', () => {
    startSession(signedIn(holding(3, 5_000)));
    adoptReceiptBalance({ balance_Before: 5_000, balance_After: 4_505 });
    adoptProfile(profile(holding(3, 5_000)), before());
    expect(balance()).toBe(4_505);
  });

  it('comes from the server again when it was asked for after the receipt', () => {
    startSession(signedIn(holding(3, 5_000)));
    adoptReceiptBalance({ balance_Before: 5_000, balance_After: 4_505 });
    adoptProfile(profile(holding(3, 5_000)), soon());
    expect(balance()).toBe(5_000);
  });

  it('is that of the second receipt, not that of an answer that knows of the first only', () => {
    startSession(signedIn(holding(3, 5_000)));
    adoptReceiptBalance({ balance_Before: 5_000, balance_After: 4_505 });
    adoptReceiptBalance({ balance_Before: 4_505, balance_After: 4_010 });
    for (const [version, naira] of [
      [4, 4_505],
      [5, 4_010],
    ] as const) {
      adoptProfile(profile(holding(version, naira)), before());
      expect(balance()).toBe(4_010);
    }
    adoptProfile(profile(holding(6, 9_010)), before());
    expect(balance()).toBe(9_010);
  });

  it('keeps the newer balance but takes the other facts of an overtaken answer', () => {
    startSession(signedIn(holding(5, 4_000)));
    adoptProfile(profile({ user: user({ balanceVersion: 4, balance: 9, userType: 'reseller' }) }), soon());
    expect(balance()).toBe(4_000);
    expect(getSession().signedIn?.user.userType).toBe('reseller');
  });
});
