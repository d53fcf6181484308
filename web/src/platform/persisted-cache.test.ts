// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { receipt, signedIn, user } from '../../test/people.ts';
import { persistWhatIsSeen } from './persisted-cache.ts';
import { beginSession, keys } from './queries.ts';
import { endSession, startSession } from './session.ts';

const halfAYearAgo = Date.now() - 183 * 24 * 3_600_000;
const clients: QueryClient[] = [];

/** As when the page is opened: whatever was kept is brought back. */
async function openPage(): Promise<QueryClient> {
  const client = new QueryClient();
  clients.push(client);
  await persistWhatIsSeen(client);
  return client;
}

const contacts = { contacts: [] };
const adaeze = signedIn();
const bola = signedIn({ user: user({ _id: 'u2', userName: 'bola' }) });
const persistedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('persisted-'));
const entryOf = (key: readonly unknown[]) => `persisted-${JSON.stringify(key)}`;
/** What came in is written a moment later. */
const written = () => new Promise((resolve) => setTimeout(resolve));

afterEach(() => {
  for (const client of clients.splice(0)) client.getQueryCache().clear();
  endSession();
  localStorage.clear();
});

describe('what was seen', () => {
  it('is there when the page opens again, with its time, and is asked for again all the same', async () => {
    startSession(adaeze);
    const at = Date.now() - 3_600_000;
    (await openPage()).setQueryData(keys.profile, adaeze, { updatedAt: at });
    await written();
    const state = (await openPage()).getQueryState(keys.profile);
    expect(state).toMatchObject({ data: adaeze, dataUpdatedAt: at, isInvalidated: true });
  });

  it('goes when the session ends', async () => {
    startSession(adaeze);
    (await openPage()).setQueryData(keys.contacts, contacts);
    await written();
    expect(persistedKeys()).toHaveLength(1);
    endSession();
    expect(persistedKeys()).toEqual([]);
  });

  it('goes as the page opens when the session ended while none was open', async () => {
    startSession(adaeze);
    (await openPage()).setQueryData(keys.contacts, contacts);
    await written();
    const [name = ''] = persistedKeys();
    const text = localStorage.getItem(name) ?? '';
    endSession();
    localStorage.setItem(name, text);
    localStorage.setItem('own-networkOfNumber', '[["08031234567","MTN"]]');
    localStorage.setItem('theme', 'dark');
    localStorage.setItem('choices', '[["u1",{"sellPins":"12"}]]');
    await openPage();
    expect(Object.keys(localStorage).sort()).toEqual(['choices', 'theme']);
  });

  it('is not written when the session ends in the same moment', async () => {
    startSession(adaeze);
    (await openPage()).setQueryData(keys.contacts, contacts);
    endSession();
    await written();
    expect(persistedKeys()).toEqual([]);
  });

  it('goes when somebody else logs in, and an answer that was still on its way to the user before does not come back', async () => {
    startSession(adaeze);
    const client = await openPage();
    client.setQueryData(keys.contacts, contacts);
    await written();
    client.setQueryData(keys.transaction('t1'), { receipt: receipt() });
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
    await written();
    expect(persistedKeys()).toEqual([entryOf(keys.profile)]);
    const text = localStorage.getItem(persistedKeys()[0] ?? '');
    expect(text).toContain('"userName":"bola"');
    expect(text).not.toContain('"userName":"adaeze"');
    expect(text).not.toContain(bola.token);
  });

  it.each([
    ['of another user', (text: string) => text.replace(String.raw`[\"u1\"`, String.raw`[\"u2\"`)],
    ['of another build', (text: string) => text.replace(String.raw`,\"\"]`, String.raw`,\"older\"]`)],
    ['cut off by a full storage', (text: string) => text.slice(0, 50)],
    [
      'of half a year ago',
      (text: string) => text.replace(/"dataUpdatedAt":\d+/, `"dataUpdatedAt":${halfAYearAgo}`),
    ],
  ])('%s is neither shown nor left', async (_whose, change) => {
    startSession(adaeze);
    (await openPage()).setQueryData(keys.profile, adaeze);
    await written();
    const text = localStorage.getItem(entryOf(keys.profile)) ?? '';
    expect(change(text)).not.toBe(text);
    localStorage.setItem(entryOf(keys.profile), change(text));
    expect((await openPage()).getQueryData(keys.profile)).toBeUndefined();
    expect(persistedKeys()).toEqual([]);
  });

  it('is the plain list of transactions, not what a filter found', async () => {
    startSession(adaeze);
    const client = await openPage();
    client.setQueryData(keys.transactionList({}), { transactions: [] });
    client.setQueryData(keys.transactionList({ page: 2 }), { transactions: [] });
    client.setQueryData(keys.banks, []);
    await written();
    expect(persistedKeys()).toEqual([entryOf(keys.transactionList({}))]);
  });

  it('of staff is only what is their own', async () => {
    startSession({ ...adaeze, isAgent: true });
    const client = await openPage();
    client.setQueryData(keys.transactionList({}), { transactions: [receipt({ trans_UserName: 'bola' })] });
    client.setQueryData(keys.transaction('t1'), { receipt: receipt({ trans_UserName: 'bola' }) });
    client.setQueryData(keys.transaction('t2'), { receipt: receipt({ _id: 't2' }) });
    await written();
    expect(persistedKeys()).toEqual([entryOf(keys.transaction('t2'))]);
  });

  it('is the thirty receipts that were read last', async () => {
    startSession(adaeze);
    const client = await openPage();
    const start = Date.now() - 60_000;
    for (let at = 1; at <= 32; at += 1) {
      client.setQueryData(keys.transaction(`t${at}`), { receipt: receipt() }, { updatedAt: start + at });
    }
    await written();
    const next = await openPage();
    expect(persistedKeys()).toHaveLength(30);
    expect(next.getQueryData(keys.transaction('t2'))).toBeUndefined();
    expect(next.getQueryData(keys.transaction('t3'))).toEqual({ receipt: receipt() });
  });
});
