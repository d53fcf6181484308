import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { expireContacts } from './expire-contacts.ts';

const app = useTestApp();
beforeEach(() => app.context.pool.run('update contacts set deleted_at = now() where deleted_at is null'));

async function save(owner: TestUser, count: number, days: number, from = 0): Promise<void> {
  await app.context.pool.run(
    `insert into contacts (user_id, name, phone, network, last_used_at)
       select $1, 'Friend ' || n, '0803' || lpad((n + $4)::text, 7, '0'), 'MTN', now() - make_interval(hours => $3)
       from generate_series(1, $2) n`,
    [owner.userId, count, Math.round(days * 24), from],
  );
}
const countOf = async (owner: TestUser) =>
  Number(
    (
      await app.context.pool.get<{ count: bigint }>(
        'select count(*) from contacts where user_id = $1 and deleted_at is null',
        [owner.userId],
      )
    ).count,
  );

describe('contacts that nobody uses', () => {
  it('are kept for 30 days, then removed, and come back when they are saved again', async () => {
    const ada = await app.make.user();
    await save(ada, 1, 29.9);
    await save(ada, 1, 30.1, 10);
    expect(await expireContacts(app.context)).toBe(1);
    expect(await expireContacts(app.context)).toBe(0);
    expect(await countOf(ada)).toBe(1);
    const again = { contactName: 'Friend', contactNumber: '08030000011', contactNetwork: 'MTN' };
    expect((await app.as(ada).call('addContact', again)).status).toBe(200);
    expect(
      await app.context.pool.get('select count(*) from contacts where user_id = $1', [ada.userId]),
    ).toEqual({ count: 2n });
    expect(await expireContacts(app.context)).toBe(0);
    expect(await countOf(ada)).toBe(2);
  });

  it('go one in a hundred at a time, the longest unused first', async () => {
    const ada = await app.make.user();
    await save(ada, 290, 1);
    await save(ada, 9, 31, 300);
    await save(ada, 1, 40, 400);
    expect(await expireContacts(app.context)).toBe(3);
    expect(await countOf(ada)).toBe(297);
    const oldest = await app.context.pool.get<{ has_expired: boolean }>(
      `select has_expired from contacts where user_id = $1 and phone = '08030000401'`,
      [ada.userId],
    );
    expect(oldest.has_expired).toBe(true);
  });

  it('stay when a clock that jumped makes all of them look old, but for one run, and somebody is told', async () => {
    const ada = await app.make.user();
    await save(ada, 2_000, 3_650);
    expect(await expireContacts(app.context)).toBe(20);
    expect(await countOf(ada)).toBe(1_980);
    expect(app.takeErrors().join()).toContain('is the clock right?');
  });

  it('are removed once by two processes at the same time', async () => {
    const ada = await app.make.user();
    await save(ada, 200, 31);
    const removed = await Promise.all(Array.from({ length: 8 }, () => expireContacts(app.context)));
    const sum = removed.reduce((total, count) => total + count, 0);
    expect(await countOf(ada)).toBe(200 - sum);
    expect(sum).toBeLessThanOrEqual(16);
    expect(sum).toBeGreaterThan(0);
  });
});
