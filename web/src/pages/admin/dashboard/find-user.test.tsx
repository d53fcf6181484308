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
  ['nobody', []],
])('"%s" finds %j', (words, names) => {
  expect(findUsers(users, words).map(({ userName }) => userName)).toEqual(names);
});
