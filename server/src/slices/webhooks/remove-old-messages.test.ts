import { expect, it } from 'vitest';
import { useTestPool } from '../../../test/pool.ts';
import { readConfig } from '../../config/config.ts';
import { removeOldMails } from '../mails/send-due.ts';
import { removeOldMessages } from './remove-old-messages.ts';

const database = useTestPool();
const context = (env: Record<string, string>) => ({ pool: database.pool, config: readConfig(env) });

it('webhook messages go with their tries when they are old and done', async () => {
  const { owner } = database;
  await owner.run(
    `insert into webhook_messages (user_id, type, state, next_try_at, created_at)
     values (1, 'transaction', 'pending', now(), now() - interval '400 days'), (1, 'transaction', 'failed', null, now() - interval '92 days'),
       (1, 'transaction', 'delivered', null, now() - interval '91 days'), (1, 'transaction', 'delivered', null, now() - interval '89 days')`,
  );
  await owner.run(
    `insert into webhook_messages (user_id, type, state, next_try_at, created_at)
     select 1, 'transaction', case when n % 3 = 0 then 'failed' else 'delivered' end, null, now() - n * interval '1 minute'
     from generate_series(20000, 1, -1) n`,
  );
  await owner.run(
    'insert into webhook_tries (message_id, try, took_ms) select id, 1, 5 from webhook_messages',
  );
  await owner.run('analyze webhook_messages');
  expect(await removeOldMessages(context({}))).toBe(true);
  expect(await removeOldMessages(context({}))).toBe(false);
  const counts = () =>
    owner.get(
      `select (select count(*) from webhook_messages) as messages, (select count(*) from webhook_tries) as tries,
         (select count(*) from webhook_messages where created_at < now() - interval '50 days') as old`,
    );
  expect(await counts()).toEqual({ messages: 20_002n, tries: 20_002n, old: 2n });
  await removeOldMessages(context({ WEBHOOK_MESSAGES_DAYS: '30' }));
  expect(await counts()).toEqual({ messages: 20_001n, tries: 20_001n, old: 1n });
});

it('mails about an account go when they are old and done, and those to all users stay', async () => {
  const { owner } = database;
  const { id } = await owner.get<{ id: bigint }>(
    `insert into users (user_name, full_name, email, phone, password_hash) values ('ada', 'Ada', 'ada@example.com', '08030000001', 'x') returning id`,
  );
  const { kind } = await owner.get<{ kind: string }>(
    `select kind from mail_kinds where kind not in ('campaign', 'service_back') limit 1`,
  );
  for (const [state, days] of [
    ['sent', 61],
    ['sent', 91],
    ['queued', 91],
  ] as const)
    await owner.run(
      `insert into mails (user_id, kind, to_address, state, next_try_at, done_at)
       select $1, $2, 'ada@example.com', $3::text, case when $3::text = 'queued' then now() end,
         case when $3::text <> 'queued' then now() - make_interval(days => $4) end`,
      [id, kind, state, days],
    );
  const states = () => owner.rows('select state from mails order by state');
  await removeOldMails(context({}));
  expect(await states()).toEqual([{ state: 'queued' }, { state: 'sent' }]);
  await removeOldMails(context({ MAILS_DAYS: '60' }));
  expect(await states()).toEqual([{ state: 'queued' }]);
});
