import { describe, expect, it } from 'vitest';
import { useTestPool } from '../../test/pool.ts';
import { beginTry, countAttempt, isNewLock, noteWrong, type AttemptRule } from './attempts.ts';

const db = useTestPool(2);

let rules = 0;
const newRule = (): AttemptRule => {
  rules += 1;
  return { name: 'test', parts: [String(rules)], most: 3, windowSeconds: 3_600 };
};

class Wait extends Error {}
const begin = (rule: AttemptRule) =>
  beginTry(db.pool, rule, () => {
    throw new Wait();
  });
async function beginThree() {
  const rule = newRule();
  for (let one = 0; one < 3; one += 1) await begin(rule);
  return rule;
}
const passSeconds = (seconds: number) =>
  db.owner.run('update attempt_counters set last_try_at = last_try_at - make_interval(secs => $1)', [
    seconds,
  ]);

describe('tries that are looked at', () => {
  it('count however long it takes to see that they are wrong', async () => {
    const rule = await beginThree();
    await expect(begin(rule)).rejects.toThrow(Wait);
    await passSeconds(11);
    await expect(begin(rule)).rejects.toMatchObject({ code: 'too_many_requests' });
    for (const isLock of [false, false, true]) {
      await noteWrong(db.pool, rule);
      expect(await isNewLock(db.pool, rule)).toBe(isLock);
      await expect(begin(rule)).rejects.toMatchObject({ code: 'too_many_requests' });
    }
    expect(await isNewLock(db.pool, rule)).toBe(false);
  });

  it('are no lock to be told of while they may be right', async () => {
    const rule = await beginThree();
    await noteWrong(db.pool, rule);
    expect(await isNewLock(db.pool, rule)).toBe(false);
    await noteWrong(db.pool, rule);
    await noteWrong(db.pool, rule);
    expect(await isNewLock(db.pool, rule)).toBe(true);
    expect(await isNewLock(db.pool, rule)).toBe(false);
  });
});

it('what is counted without being looked at is a lock as soon as it is full', async () => {
  const rule = newRule();
  for (const isLock of [false, false, true, false]) {
    await countAttempt(db.pool, rule).catch(() => undefined);
    expect(await isNewLock(db.pool, rule)).toBe(isLock);
  }
});
