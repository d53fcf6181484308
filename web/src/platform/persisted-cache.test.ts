// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { receipt, signedIn, user } from '../../test/people.ts';
import { keepWhatIsSeen } from './persisted-cache.ts';
import { beginSession, keys } from './queries.ts';
import { endSession, startSession } from './session.ts';

const clients: QueryClient[] = [];

/** As when the page is opened: whatever was kept is brought back. */
function openPage(): QueryClient {
  const client = new QueryClient();
  clients.push(client);
  keepWhatIsSeen(client);
  return client;
}

const contacts = { contacts: [] };
const adaeze = signedIn();
const bola = signedIn({ user: user({ _id: 'u2', userName: 'bola' }) });
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('kept:'));

afterEach(() => {
  for (const client of clients.splice(0)) client.getQueryCache().clear();
  endSession();
  localStorage.clear();
});

describe('what was seen', () => {
  it('is there when the page opens again, with its time, and is asked for again all the same', () => {
    startSession(adaeze);
    const at = Date.now() - 3_600_000;
    openPage().setQueryData(keys.profile, adaeze, { updatedAt: at });
    const state = openPage().getQueryState(keys.profile);
    expect(state).toMatchObject({ data: adaeze, dataUpdatedAt: at, isInvalidated: true });
  });

  it('goes when the session ends', () => {
    startSession(adaeze);
    openPage().setQueryData(keys.contacts, contacts);
    expect(kept()).toHaveLength(1);
    endSession();
    expect(kept()).toEqual([]);
  });

  it('goes when somebody else logs in, and an answer that was still on its way to the user before does not come back', async () => {
    startSession(adaeze);
    const client = openPage();
    client.setQueryData(keys.contacts, contacts);
    let answer: (value: unknown) => void = () => undefined;
    const late = client.fetchQuery({
      queryKey: keys.transactionList({}),
      queryFn: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    beginSession(client, bola);
    answer({ transactions: [receipt()] });
    await late.catch(() => undefined);
    expect(kept()).toEqual([`kept:${JSON.stringify(keys.profile)}`]);
    const text = localStorage.getItem(kept()[0] ?? '');
    expect(text).toContain('"userName":"bola"');
    expect(text).not.toContain('"userName":"adaeze"');
    expect(text).not.toContain(bola.token);
  });

  it('of another user or another build is neither shown nor left', () => {
    startSession(adaeze);
    openPage().setQueryData(keys.profile, adaeze);
    const [name = ''] = kept();
    const text = localStorage.getItem(name) ?? '';
    for (const changed of [
      text.replace('"userId":"u1"', '"userId":"u2"'),
      text.replace('"build":""', '"build":"older"'),
      text.slice(0, 50),
    ]) {
      localStorage.setItem(name, changed);
      expect(openPage().getQueryData(keys.profile)).toBeUndefined();
      expect(kept()).toEqual([]);
    }
  });

  it('is the plain list of transactions, not what a filter found', () => {
    startSession(adaeze);
    const client = openPage();
    client.setQueryData(keys.transactionList({}), { transactions: [] });
    client.setQueryData(keys.transactionList({ page: 2 }), { transactions: [] });
    client.setQueryData(keys.banks, []);
    expect(kept()).toEqual([`kept:${JSON.stringify(keys.transactionList({}))}`]);
  });

  it('of staff is only what is their own', () => {
    startSession({ ...adaeze, isAgent: true });
    const client = openPage();
    client.setQueryData(keys.transactionList({}), { transactions: [receipt({ trans_UserName: 'bola' })] });
    client.setQueryData(keys.transaction('t1'), { receipt: receipt({ trans_UserName: 'bola' }) });
    client.setQueryData(keys.transaction('t2'), { receipt: receipt({ _id: 't2' }) });
    expect(kept()).toEqual([`kept:${JSON.stringify(keys.transaction('t2'))}`]);
  });

  it('is the thirty slips that were read last', () => {
    startSession(adaeze);
    const client = openPage();
    for (let at = 1; at <= 32; at += 1) {
      client.setQueryData(keys.transaction(`t${at}`), { receipt: receipt() }, { updatedAt: at });
    }
    const next = openPage();
    expect(kept()).toHaveLength(30);
    expect(next.getQueryData(keys.transaction('t2'))).toBeUndefined();
    expect(next.getQueryData(keys.transaction('t3'))).toEqual({ receipt: receipt() });
  });
});
