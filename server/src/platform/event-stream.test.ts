import { Writable } from 'node:stream';
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it, vi } from 'vitest';
import { numberOf, useShop } from '../../test/buying.ts';
import { startTestApp } from '../../test/app.ts';
import type { TestUser } from '../../test/make.ts';
import { useSecond } from '../../test/second.ts';
import { sendTo } from './event-stream.ts';

const app = useShop();
const second = useSecond(app);

/** Follows the stream and collects what it says. */
async function follow(url: string, { token }: { token: string }) {
  const stop = new AbortController();
  const response = await fetch(`${url}/events`, { headers: { 'x-auth-token': token }, signal: stop.signal });
  const received: string[] = [];
  const decoder = new TextDecoder();
  const ended = (async () => {
    for await (const chunk of response.body ?? []) received.push(decoder.decode(chunk as Uint8Array)); // bytes
  })().catch(() => undefined);
  return { response, ended, stop: () => stop.abort(), text: () => received.join('') };
}

const buy = (user: TestUser) =>
  second.call(user, 'buyAirtime', { network: 1, amount: 500, mobile_number: numberOf('MTN', '1234') });

describe('the event stream', () => {
  it('is open to a session only', async () => {
    for (const headers of [{}, { 'x-auth-token': 'a'.repeat(43) }]) {
      const response = await fetch(`${app.url}/events`, { headers });
      expect([response.status, await response.json()]).toMatchObject([401, { code: 'unauthenticated' }]);
    }
  });

  it('tells a user, and nobody else, which transaction changed, whichever process changed it', async () => {
    const [ada, bayo] = [await app.make.user({ wallet: naira(5_000) }), await app.make.user()];
    const [hers, his] = [await follow(app.url, ada), await follow(app.url, bayo)];
    expect(hers.response.headers.get('content-type')).toBe('text/event-stream');
    expect(hers.response.headers.get('cache-control')).toBe('no-store');
    const { reference } = await buy(ada);
    const line = await app.context.pool.get<{ id: bigint }>(
      'select id from transactions where reference = $1',
      [reference],
    );
    const event = `event: transaction\ndata: ${JSON.stringify({ type: 'transaction', _id: String(line.id), status: 'success' })}\n\n`;
    await vi.waitFor(() => expect(hers.text()).toContain(event), 5_000);
    await buy(bayo);
    expect(hers.text().startsWith(': open\n\n')).toBe(true);
    expect(his.text()).toBe(': open\n\n');
    hers.stop();
    his.stop();
  });

  it('says what the user calls a transaction: by its field, else by its key', async () => {
    const ada = await app.make.user({ wallet: naira(5_000) });
    const bayo = await app.make.user();
    const [hers, his] = [await follow(app.url, ada), await follow(app.url, bayo)];
    const gift = { userName: bayo.userName, amount: 100 };
    await app.as(ada).call('transferFund', gift, { key: 'order-1' });
    await app.as(ada).call('transferFund', { ...gift, clientReference: 'Order-2' }, { key: 'k' });
    for (const name of ['order-1', 'Order-2'])
      await vi.waitFor(() => expect(hers.text()).toContain(`"clientReference":"${name}"`), 5_000);
    await vi.waitFor(() => expect(his.text().match(/event: transaction/g)).toHaveLength(2), 5_000);
    expect(his.text()).not.toContain('clientReference');
    hers.stop();
    his.stop();
  });

  const lastUsedAt = async ({ userId }: TestUser) =>
    (
      await app.context.pool.get<{ at: Date }>('select last_used_at as at from sessions where user_id = $1', [
        userId,
      ])
    ).at;
  /** Until a stream that is open has been looked at twice, and another one was opened. */
  const letLook = () => new Promise((resolve) => setTimeout(resolve, 1_500));

  it('does not keep the session alive', async () => {
    const ada = await app.make.user();
    await app.owner.run(`update sessions set last_used_at = now() - interval '11 hours' where user_id = $1`, [
      ada.userId,
    ]);
    const before = await lastUsedAt(ada);
    const streams = [await follow(app.url, ada), await follow(app.url, ada)];
    await letLook();
    expect(await lastUsedAt(ada)).toEqual(before);
    for (const stream of streams) stream.stop();
  });

  it('ends when the session has not been used for too long, though the stream is open', async () => {
    const ada = await app.make.user();
    await app.owner.run(
      `update sessions set last_used_at = now() - interval '12 hours' + interval '3 seconds' where user_id = $1`,
      [ada.userId],
    );
    const { ended, text } = await follow(app.url, ada);
    await vi.waitFor(() => expect(text()).toBe(': open\n\n'), 5_000);
    await ended;
    // Before a breath, which is all that a stream without news says.
    expect(text()).toBe(': open\n\n');
  });

  it('ends at once when the session is ended in another process', async () => {
    const ada = await app.make.user();
    const { ended, text } = await follow(app.url, ada);
    await vi.waitFor(() => expect(text()).toBe(': open\n\n'), 5_000);
    await letLook();
    let hasEnded = false;
    void ended.then(() => (hasEnded = true));
    expect((await second.call(ada, 'logout', {})).msg).toBeDefined();
    // Long before the stream looks by itself whether its session is still there.
    await vi.waitFor(() => expect(hasEnded).toBe(true), 5_000);
    expect(text()).toBe(': open\n\n');
  });

  it('is open a few times for each user: one more ends the oldest', async () => {
    const { streamsPerUser } = app.context.config.floods;
    const [ada, bayo] = [await app.make.user(), await app.make.user()];
    const his = await follow(app.url, bayo);
    const hers = [];
    for (let opened = 0; opened <= streamsPerUser; opened += 1) hers.push(await follow(app.url, ada));
    const [oldest, ...others] = hers;
    await oldest?.ended;
    const ends = await Promise.race([
      ...[...others, his].map(({ ended }) => ended.then(() => 'ended')),
      letLook().then(() => 'open'),
    ]);
    expect(ends).toBe('open');
    for (const stream of [...others, his]) stream.stop();
  });

  it('ends with the server and does not hold it up', async () => {
    const other = await startTestApp();
    const ada = await other.make.user();
    const { ended, text } = await follow(other.url, ada);
    await vi.waitFor(() => expect(text()).toBe(': open\n\n'), 5_000);
    await other.stop();
    await expect(ended).resolves.toBeUndefined();
  });
});

it('cuts off a reader that leaves unread what it is sent', async () => {
  const unread = new Writable({ write: () => undefined });
  const send = sendTo(unread);
  for (let kilobytes = 0; kilobytes <= 64; kilobytes += 1) send('x'.repeat(1_024));
  expect(unread.destroyed).toBe(false);
  send(': breath\n\n');
  expect([unread.destroyed, unread.writableLength]).toEqual([true, 65 * 1_024]);
});
