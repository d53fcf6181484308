/** How far a mail to very many is, is read without a look at each of them, and is exact at every moment. */
import { beforeAll, describe, expect, it } from 'vitest';
import { blocksRead } from '../../../test/database.ts';
import { useTestPool } from '../../../test/pool.ts';
import { countEndedCampaigns, readCampaigns } from './campaigns.ts';

const books = useTestPool(4);
const MANY = 12_000;

beforeAll(async () => {
  const { owner } = books;
  await owner.commit(async (commit) => {
    await commit.run('set local session_replication_role = replica');
    await commit.run(
      `insert into users (user_name, full_name, email, phone, password_hash)
       select 'reader_' || n, 'Reader', 'reader' || n || '@example.com', '0901' || lpad(n::text, 7, '0'), 'x' from generate_series(1, ${MANY}) n`,
    );
  });
  await owner.run(
    `insert into mail_campaigns (author_id, request_hash, subject, message, link_url, link_text, is_to_all, recipients, is_counted)
     select min(id), 'x', 'To all', 'x', 'https://shop.example', 'x', true, count(*), true from users`,
  );
  await owner.run(
    `insert into mails (user_id, campaign_id, kind, to_address) select u.id, c.id, 'campaign', u.email from users u, mail_campaigns c`,
  );
}, 60_000);

/** The next so many of those that wait. */
const end = (state: string, count: number): Promise<number> =>
  books.owner.run(
    `update mails set state = $1, next_try_at = null, done_at = now() where id in (
       select id from mails where state = 'queued' order by id limit $2)`,
    [state, count],
  );
const figures = async () => (await readCampaigns(books.owner, 20))[0];

it('while it goes out', async () => {
  for (let turn = 0; turn < 5; turn += 1) await end('sent', MANY / 10);
  for (const [place, state] of ['skipped', 'refused', 'unknown', 'given_up'].entries())
    await end(state, place + 1);
  // A try that is made again ends nothing.
  await books.owner.run(`update mails set tries = tries + 1, state = 'sending' where state = 'queued'`);
  await books.owner.run('update mails set done_at = now() where done_at is not null');
  const sent = MANY / 2;
  expect(await figures()).toMatchObject({
    recipients: MANY,
    sent,
    skipped: 1,
    failed: 9,
    waiting: MANY - sent - 10,
  });
  for (const table of ['users', 'mails', 'mail_campaign_counts'])
    await books.owner.run(`vacuum analyze ${table}`);
  expect(await blocksRead(books.owner, (db) => readCampaigns(db, 20))).toBeLessThan(60);
});

it('with a mail that was put back into the queue by hand', async () => {
  const before = await figures();
  const putBack = await books.owner.get<{ id: bigint }>(
    `update mails set state = 'queued', next_try_at = now(), done_at = null
     where id = (select min(id) from mails where state = 'refused') returning id`,
  );
  expect(await figures()).toMatchObject({ failed: 8, waiting: Number(before?.waiting) + 1 });
  await books.owner.run(
    `update mails set state = 'sent', next_try_at = null, done_at = now() where id = $1`,
    [putBack.id],
  );
  expect(await figures()).toMatchObject({ failed: 8, sent: MANY / 2 + 1, waiting: before?.waiting });
});

describe('of a campaign that an earlier version began', () => {
  const count = async () => {
    while (await countEndedCampaigns(books.pool));
    return books.owner.get('select bool_and(is_counted) as "isCounted" from mail_campaigns');
  };
  const endAll = () => end('sent', MANY);

  it('is counted one by one, until all its mails have ended', async () => {
    const before = await figures();
    await books.owner.run('update mail_campaigns set is_counted = false');
    await books.owner.run('delete from mail_campaign_counts');
    await books.owner.run(`update mails set state = 'queued' where state = 'sending'`);
    expect(await figures()).toEqual(before);
    await end('sent', 10);
    expect(await figures()).toMatchObject({ sent: MANY / 2 + 11 });
    expect(await books.owner.rows('select from mail_campaign_counts')).toEqual([]);
    expect(await count()).toEqual({ isCounted: false });
    await endAll();
    expect(await count()).toEqual({ isCounted: true });
    expect(await figures()).toMatchObject({ sent: MANY - 9, skipped: 1, failed: 8, waiting: 0 });
    await books.owner.run('vacuum analyze mails');
    expect(await blocksRead(books.owner, (db) => readCampaigns(db, 20))).toBeLessThan(60);
  });

  it('a mail that is put back at the same time is counted once', async () => {
    await books.owner.run('update mail_campaigns set is_counted = false');
    await books.owner.commit(async (hand) => {
      await hand.run(
        `update mails set state = 'queued', next_try_at = now(), done_at = null where id = (select max(id) from mails)`,
      );
      expect(await count()).toEqual({ isCounted: false });
    });
    expect(await count()).toEqual({ isCounted: false });
    expect(await figures()).toMatchObject({ sent: MANY - 10, waiting: 1 });
    await endAll();
    expect(await count()).toEqual({ isCounted: true });
    expect(await figures()).toMatchObject({ sent: MANY - 9, waiting: 0 });
  });
});
