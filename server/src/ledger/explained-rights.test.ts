/** What somebody may do or pays is changed by the program only in a commit that says why. */
import { describe, expect, it } from 'vitest';
import { openRichBooks, userNamed } from '../../test/rich-app.ts';

const books = openRichBooks();

const byStaff = (action: string, user: string, userType: string) =>
  `insert into staff_actions (actor_id, action, subject, after, ip, request_id)
   select ${userNamed('bola')}, '${action}', 'user ' || ${userNamed(user)}, '{"userType": "${userType}"}', '127.0.0.1', 'x'`;
const toType = (userType: string) => `update users set user_type = '${userType}' where user_name = 'carol'`;

describe('the program may not change', () => {
  it.each<[what: string, ...statements: string[]]>([
    [
      'who is an admin, whatever staff did',
      `update users set is_admin = true where user_name = 'carol'`,
      byStaff('upgradeUser', 'carol', 'smart earner'),
    ],
    ['a type to another one than staff gave', toType('partner'), byStaff('upgradeUser', 'carol', 'reseller')],
    [
      'a type by what staff did to somebody else',
      toType('partner'),
      byStaff('upgradeUser', 'ada', 'partner'),
    ],
    ['a type by another act of staff', toType('partner'), byStaff('setSpecialPrice', 'carol', 'partner')],
    ['a type to the one that has a price, unpaid', toType('reseller')],
    [
      'a special price by another act of staff',
      'delete from special_prices',
      byStaff('upgradeUser', 'ada', 'partner'),
    ],
    [
      'who is staff, by somebody new',
      `insert into users (user_name, full_name, email, phone, password_hash, is_agent)
       values ('newcomer', 'x', 'newcomer@people.example', '08039999999', 'x', true)`,
    ],
    [
      'the type that somebody new begins with',
      `insert into users (user_name, full_name, email, phone, password_hash, user_type)
       values ('newcomer', 'x', 'newcomer@people.example', '08039999999', 'x', 'partner')`,
    ],
  ])('%s', async (_what, ...statements) => {
    await expect(books.asProgram(statements)).rejects.toThrow('nothing in this commit explains');
  });
});

describe('the program changes', () => {
  it('what staff say in the same commit', async () => {
    await books.asProgram([toType('partner'), byStaff('upgradeUser', 'carol', 'partner')]);
    expect(await books.owner.get(`select user_type from users where user_name = 'carol'`)).toEqual({
      user_type: 'partner',
    });
  });
});
