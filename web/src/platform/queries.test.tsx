import type { Profile } from '@jara/contract/calls/accounts.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, startAnswers, type Answer } from '../../test/answers.ts';
import { profile as profileOf, receipt, signedIn, terms, user } from '../../test/people.ts';
import { electricityPrice } from '../shared/naira-sum.ts';
import { beginSession, keys, noteReceipt, profileQuery } from './queries.ts';
import { endSession, getSession, startSession } from './session.ts';
import { putOnTerms } from './terms.ts';

let isValid = true;
let profile: Answer = json(200, profileOf());
let answers: Awaited<ReturnType<typeof startAnswers>>;
let queryClient: QueryClient;

beforeEach(async () => {
  isValid = true;
  profile = json(200, profileOf());
  answers = await startAnswers(({ url }) =>
    url === '/api/v1/auth/isTokenValid' ? json(200, { valid: isValid }) : profile,
  );
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`${answers.url}/`);
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(async () => {
  endSession();
  localStorage.clear();
  await answers.stop();
});

const asked = () => answers.asked.map(({ method, url }) => `${method} ${url}`);

describe('at startup', () => {
  it('the stored token is checked and, when it is valid, the profile and the plans are loaded', async () => {
    startSession(signedIn({ token: 'kept since yesterday' }));
    profile = json(200, profileOf({ user: user({ balance: 4_321, balanceVersion: 9 }) }));
    const loaded = await queryClient.fetchQuery(profileQuery);
    expect(asked()).toEqual(['POST /api/v1/auth/isTokenValid', 'GET /api/v1/auth']);
    expect(answers.asked.map(({ headers }) => headers['x-auth-token'])).toEqual([
      'kept since yesterday',
      'kept since yesterday',
    ]);
    expect(loaded.subscriptionPlans).toEqual(signedIn().subscriptionPlans);
    expect(getSession().signedIn?.user.balance).toBe(4_321);
  });

  it('a profile that was asked before another tab received a receipt does not put the old balance back', async () => {
    startSession(signedIn({ token: 'kept since yesterday' }));
    await queryClient.fetchQuery(profileQuery);
    const bought = user({ balance: 1_000, balanceVersion: 5 });
    const askedAt = Date.now() - 5_000;
    const early = profileOf({ user: user({ balance: 1_500, balanceVersion: 5 }) });
    startSession(signedIn({ token: 'kept since yesterday', user: bought }));
    window.earlyAnswers = {
      token: 'kept since yesterday',
      askedAt,
      stop: () => undefined,
      'GET /api/v1/auth': Promise.resolve(Response.json(early)),
    };
    await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });
    expect(getSession().signedIn?.user.balance).toBe(1_000);
    profile = json(200, early);
    await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });
    expect(getSession().signedIn?.user.balance).toBe(1_500);
  });

  it('a token that is not valid is cleared with the user, and nothing else is asked', async () => {
    startSession(signedIn({ token: 'ended elsewhere' }));
    isValid = false;
    await expect(queryClient.fetchQuery(profileQuery)).rejects.toMatchObject({ status: 401 });
    expect(asked()).toEqual(['POST /api/v1/auth/isTokenValid']);
    expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null]);
  });

  it('a token that came with a log in a moment ago is not checked again', async () => {
    beginSession(queryClient, signedIn({ token: 'brand new' }));
    await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });
    expect(asked()).toEqual(['GET /api/v1/auth']);
  });

  it('after a log in the terms are those of the page, until a profile brings others', async () => {
    beginSession(queryClient, signedIn());
    expect(queryClient.getQueryData<Profile>(keys.profile)?.terms).toEqual(terms);
    const others = { ...terms, electricity: { ...terms.electricity, fee: 100 } };
    profile = json(200, profileOf({ terms: others }));
    await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });
    expect(electricityPrice(1_000)).toBe(1_100);
    putOnTerms(terms);
  });
});

describe('after a successful purchase', () => {
  it("the receipt is at the front of the transaction list, and the balance is the receipt's balance_After", async () => {
    const known = receipt({ _id: 't0', balance_After: 5_000 });
    beginSession(queryClient, signedIn({ transactions: [known] }));
    await noteReceipt(queryClient, { receipt: receipt({ _id: 't1', balance_After: 4_505 }) });
    const cached = queryClient.getQueryData<Profile>(keys.profile);
    expect(cached?.transactions.map(({ _id }) => _id)).toEqual(['t1', 't0']);
    expect(getSession().signedIn?.user.balance).toBe(4_505);
  });

  it('a receipt that is there already moves to the front, once', async () => {
    const transactions = [receipt({ _id: 't2' }), receipt({ _id: 't1', trans_Status: 'pending' })];
    beginSession(queryClient, signedIn({ transactions: transactions }));
    await noteReceipt(queryClient, { receipt: receipt({ _id: 't1' }) });
    const cached = queryClient.getQueryData<Profile>(keys.profile);
    expect(cached?.transactions.map(({ _id, trans_Status: status }) => [_id, status])).toEqual([
      ['t1', 'success'],
      ['t2', 'success'],
    ]);
  });
});
