// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { json, startAnswers, type Answer } from '../../test/answers.ts';
import { isConnectionDead, noteConnection } from './connection.ts';
import { watchConnection } from './connection-watch.ts';
import { send } from './send.ts';

const well = json(200, { services: [], checkedAt: '2026-11-21T13:02:04.000Z' });
let answerTo: (url: string) => Answer | 'hang up' | Promise<Answer> = () => well;
let answers: Awaited<ReturnType<typeof startAnswers>>;
let stop: AbortController;
let backs = 0;

beforeEach(async () => {
  backs = 0;
  stop = new AbortController();
  answers = await startAnswers(({ url }) => answerTo(url));
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`${answers.url}/`);
  watchConnection(() => (backs += 1), stop.signal);
});
afterEach(async () => {
  stop.abort();
  await answers.stop();
});

const buys = () =>
  send('buyAirtime', { network: 1, mobile_number: '08031234567', amount: 500 }, { key: 'one' });

it('a request without an answer is a doubt, and one more without makes the connection dead until one is answered', async () => {
  answerTo = () => 'hang up';
  await expect(buys()).rejects.toThrow('No connection');
  await expect.poll(isConnectionDead, { timeout: 5_000 }).toBe(true);
  expect(backs).toBe(0);
  answerTo = () => well;
  // It asks again by itself; that the device is on a network makes it ask at once.
  window.dispatchEvent(new Event('online'));
  await expect.poll(isConnectionDead, { timeout: 5_000 }).toBe(false);
  expect(backs).toBe(1);
});

it('a server that answers something else is reached', async () => {
  answerTo = (url) => (url.endsWith('/buy/airtime') ? 'hang up' : json(503, { code: 'unavailable' }));
  await expect(buys()).rejects.toThrow('No connection');
  await expect.poll(() => answers.asked.length, { timeout: 5_000 }).toBe(2);
  await expect(send('getStatus')).rejects.toThrow('Something went wrong');
  expect(isConnectionDead()).toBe(false);
});

it('a connection that is only slow is not dead for ever', async () => {
  const patient = new AbortController();
  stop.abort();
  watchConnection(() => (backs += 1), patient.signal, 100);
  answerTo = (url) => (url.endsWith('/buy/airtime') ? 'hang up' : slowly(well));
  await expect(buys()).rejects.toThrow('No connection');
  await expect.poll(isConnectionDead, { timeout: 5_000 }).toBe(true);
  while (isConnectionDead()) {
    // It asks again at once, with more patience.
    window.dispatchEvent(new Event('online'));
    await slowly(well);
  }
  expect(backs).toBe(1);
  patient.abort();
});

it('whoever has stopped is no more led back, in browsers too that leave the listeners of a stopped signal', async () => {
  stop.abort();
  const add = window.addEventListener.bind(window);
  const listens = vi
    .spyOn(window, 'addEventListener')
    .mockImplementation((type, listener) => add(type, listener));
  const former = new AbortController();
  watchConnection(() => (backs += 1), former.signal);
  listens.mockRestore();
  former.abort();
  noteConnection({ dead: true });
  noteConnection({ dead: false });
  expect(backs).toBe(0);
});

const slowly = async (answer: Answer): Promise<Answer> => {
  await new Promise((resolve) => setTimeout(resolve, 250));
  return answer;
};
