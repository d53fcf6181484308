import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { createKeyring } from '../../platform/keys/keyring.ts';
import { eventSummaries } from '../security-events/testing/event-summaries.ts';
import { createNoteUse } from './note-use.ts';

const app = useTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } });

interface Shop {
  ada: TestUser;
  tokenId: string;
  token: string;
}

async function shopMadeAt(ip: string): Promise<Shop> {
  const ada = await app.make.user();
  const { reply } = await app
    .as(ada)
    .call('createApiToken', { name: 'till', password: ada.password }, { headers: { 'x-forwarded-for': ip } });
  return { ada, tokenId: reply.token._id, token: reply.apiToken };
}

/** By a process that remembers nothing, and waits until it is written. */
async function useFrom(
  { ada, tokenId }: Omit<Shop, 'token'>,
  ip: string,
  keys = app.context.keys,
): Promise<void> {
  const lastUse = async () => {
    const { atMs } = await app.owner.get<{ atMs: number }>(
      'select coalesce(extract(epoch from max(last_used_at)), 0)::float8 as "atMs" from api_token_networks where api_token_id = $1',
      [tokenId],
    );
    return atMs;
  };
  const before = await lastUse();
  const use = { tokenId: BigInt(tokenId), userId: ada.userId, id: 'test', ip, userAgent: undefined };
  createNoteUse({ ...app.context, keys })(use);
  await expect.poll(lastUse, { timeout: 10_000 }).toBeGreaterThan(before);
}

async function newsOf({ ada }: Pick<Shop, 'ada'>): Promise<string[]> {
  await sendMails(app.context);
  return mailsTo(app, ada.email)
    .filter(({ subject }) => subject.includes('new place'))
    .map(({ text }) => text);
}

const newAddresses = async ({ ada }: Shop) =>
  (await eventSummaries(app, ada)).filter((event) => event === 'api_token_new_network ok').length;
const saved = ({ tokenId }: Pick<Shop, 'tokenId'>) =>
  app.owner.rows('select * from api_token_networks where api_token_id = $1', [tokenId]);

describe('the use of an API token', () => {
  it('from an address that it was not used from is mailed, also beside the one before; where it was made is no news', async () => {
    const shop = await shopMadeAt('41.58.1.2');
    for (const [ip, mailed] of [
      ['41.58.1.2', 0],
      ['41.58.1.3', 1],
      ['41.58.1.2', 1],
      ['::ffff:41.58.1.3', 1],
      ['185.2.3.4', 2],
    ] as const) {
      await useFrom(shop, ip);
      expect([ip, (await newsOf(shop)).length]).toEqual([ip, mailed]);
    }
    expect((await app.as(shop.ada).call('listApiTokens')).reply.tokens[0]?.lastUsedFrom).toBe('185.2.x.x');
    expect(await newAddresses(shop)).toBe(2);
  });

  it('to follow the events of the account is one', async () => {
    const { ada, tokenId, token } = await shopMadeAt('41.58.1.2');
    const stop = new AbortController();
    const { status } = await fetch(`${app.url}/events`, {
      headers: { 'x-auth-token': token, 'x-forwarded-for': '185.2.3.4' },
      signal: stop.signal,
    });
    expect(status).toBe(200);
    await expect.poll(() => saved({ tokenId }), { timeout: 10_000 }).toHaveLength(1);
    stop.abort();
    expect(await newsOf({ ada })).toHaveLength(1);
  });

  it('is mailed the first time where it is not where it was made: a thief may be before its owner', async () => {
    const shop = await shopMadeAt('41.58.1.2');
    await useFrom(shop, '41.58.1.9');
    expect(await newsOf(shop)).toHaveLength(1);
    expect(await eventSummaries(app, shop.ada)).toContain('api_token_first_used ok');
  });

  it('of IPv6 goes by the network that one customer has', async () => {
    const shop = await shopMadeAt('2001:db8:1:2::5');
    for (const [ip, mailed] of [
      ['2001:db8:1:2:3::9', 0],
      ['2001:db8:1:3::5', 1],
    ] as const) {
      await useFrom(shop, ip);
      expect([ip, (await newsOf(shop)).length]).toEqual([ip, mailed]);
    }
  });

  it('is mailed three times in a day at most, which the mail says, and is on record twenty times', async () => {
    const shop = await shopMadeAt('41.58.1.2');
    for (let host = 1; host <= 25; host += 1) await useFrom(shop, `185.2.3.${host}`);
    const news = await newsOf(shop);
    expect(news).toHaveLength(3);
    expect(news[0]).toContain('three times in a day at most');
    // The first of them was the first use.
    expect(await newAddresses(shop)).toBe(19);
    await app.owner.run('update api_tokens set new_addresses_on = new_addresses_on - 1 where id = $1', [
      shop.tokenId,
    ]);
    await useFrom(shop, '185.2.3.99');
    expect(await newsOf(shop)).toHaveLength(4);
  });

  it('is remembered of fifty addresses, none of which stands there whole', async () => {
    const shop = await shopMadeAt('41.58.1.2');
    await useFrom(shop, '41.58.1.2');
    expect(JSON.stringify(await saved(shop), (_key, value: unknown) => String(value))).not.toContain('1.2');
    await app.owner.run(
      `insert into api_token_networks (api_token_id, ip_prefix, address_hash, last_used_at)
       select $1, '9.9.x.x', substr(sha256(n::text::bytea), 1, 16), now() - interval '1 day' from generate_series(1, 60) n`,
      [shop.tokenId],
    );
    await useFrom(shop, '41.58.1.3');
    expect(await saved(shop)).toHaveLength(50);
    await useFrom(shop, '41.58.1.2');
    expect(await newsOf(shop)).toHaveLength(1);
  });

  it('is known by the key before', async () => {
    const shop = await shopMadeAt('41.58.1.2');
    const [before, since] = ['a key of before', 'the key since'];
    await useFrom(shop, '41.58.1.7', createKeyring(before));
    await useFrom(shop, '41.58.1.7', createKeyring(since, [before]));
    expect(await newsOf(shop)).toHaveLength(1);
  });

  it('from a network of before whole addresses were kept is no news once', async () => {
    const shop = await shopMadeAt('41.58.1.2');
    await app.owner.run(
      `insert into api_token_networks (api_token_id, ip_prefix, address_hash) values ($1, '185.2.x.x', '')`,
      [shop.tokenId],
    );
    for (const [ip, mailed] of [
      ['185.2.3.4', 0],
      ['185.2.3.4', 0],
      ['185.2.3.5', 1],
    ] as const) {
      await useFrom(shop, ip);
      expect([ip, (await newsOf(shop)).length]).toEqual([ip, mailed]);
    }
  });

  it('goes over to the token that it is rotated into', async () => {
    const shop = await shopMadeAt('41.58.1.2');
    await useFrom(shop, '41.58.1.2');
    const { ada, tokenId } = shop;
    const { reply } = await app.as(ada).call('rotateApiToken', { id: tokenId, password: ada.password });
    const next = { ada, tokenId: reply.token._id };
    await useFrom(next, '41.58.1.2');
    expect(await newsOf(next)).toHaveLength(0);
    await useFrom(next, '41.58.1.3');
    expect(await newsOf(next)).toHaveLength(1);
  });
});

it('a flood from many addresses is noted one by one, a few of it, and holds no connections', async () => {
  const { ada, tokenId } = await shopMadeAt('198.51.100.1');
  const note = createNoteUse(app.context);
  for (let n = 0; n < 200; n += 1)
    note({
      tokenId: BigInt(tokenId),
      userId: ada.userId,
      id: 'test',
      ip: `203.0.113.${n}`,
      userAgent: undefined,
    });
  const networks = async () => {
    const { count } = await app.owner.get<{ count: number }>(
      'select count(*)::int as count from api_token_networks where api_token_id = $1',
      [tokenId],
    );
    return count;
  };
  await expect.poll(networks, { timeout: 10_000 }).toBe(8);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await networks()).toBe(8);
  note({
    tokenId: BigInt(tokenId),
    userId: ada.userId,
    id: 'test',
    ip: '203.0.113.199',
    userAgent: undefined,
  });
  await expect.poll(networks, { timeout: 10_000 }).toBe(9);
});
