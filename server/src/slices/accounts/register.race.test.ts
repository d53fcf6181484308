import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';

const app = useTestApp();

const one = { userName: 'the_one', email: 'the.one@people.example', phoneNumber: '08035550000' };

describe('fifty registrations at once', () => {
  it.each([
    ['userName', 'username_taken', '0701'],
    ['email', 'email_taken', '0702'],
    ['phoneNumber', 'phone_taken', '0703'],
  ] as const)('of one %s make one user', async (field, code, prefix) => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        app.anybody().call('register', {
          userName: `person_${prefix}_${n}`,
          email: `person.${prefix}.${n}@people.example`,
          phoneNumber: `${prefix}${String(n).padStart(7, '0')}`,
          password: 'long enough',
          passwordCheck: 'long enough',
          [field]: one[field],
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ refusal }) => refusal.code))).toEqual(new Set([code]));
    const incomplete = await app.context.pool.rows(
      'select id from users u where (select count(*) from accounts where user_id = u.id) <> 2',
    );
    expect(incomplete).toEqual([]);
  });
});
