import { expect, it } from 'vitest';
import { staffUser } from '../../../../test/people.ts';
import { findUsers } from './find-user.tsx';

const users = [
  staffUser({ userName: 'bola', fullName: 'Bola Ade', email: 'b@shop.example', phoneNumber: '08039876543' }),
  staffUser({
    userName: 'chidi',
    fullName: 'Chidi Obi',
    email: 'c@home.example',
    phoneNumber: '07011112222',
  }),
];

it.each([
  ['', ['bola', 'chidi']],
  ['BOL', ['bola']],
  ['obi', ['chidi']],
  ['home.ex', ['chidi']],
  ['0803 987', ['bola']],
  ['+234701', ['chidi']],
  ['+2340701', ['chidi']],
  ['8039876543', ['bola']],
  ['\u202a+234 803 987 6543\u202c', ['bola']],
  ['0803\u2011987', ['bola']],
  ['nobody', []],
])('"%s" finds %j', (words, names) => {
  expect(findUsers(users, words).map(({ userName }) => userName)).toEqual(names);
});
