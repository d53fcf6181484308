// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { receipt } from '../../../../test/people.ts';
import { standardMenu } from '../menu.ts';
import { paletteOptions, type PaletteSource } from './palette-options.ts';

const source: PaletteSource = {
  screens: standardMenu(null),
  people: [{ phone: '08031234567', name: 'Mama Nkechi', network: 'MTN' }],
  transactions: [receipt({ reference: 'JR261121ABCD1234' })],
  isStaff: false,
  found: [],
  isSearching: false,
};
const labels = (text: string, changes: Partial<PaletteSource> = {}) =>
  paletteOptions(text, { ...source, ...changes }).map(({ label }) => label);
const paths = (text: string, changes: Partial<PaletteSource> = {}) =>
  paletteOptions(text, { ...source, ...changes }).map(({ path }) => path);

describe('the places to go to', () => {
  it('begin with the menu, before anything is typed', () => {
    expect(labels('').slice(0, 3)).toEqual(['Dashboard', 'Buy data', 'Buy airtime']);
  });

  it.each([
    ['elec', '/profile/electricity'],
    ['LIGHT', '/profile/electricity'],
    ['with bank', '/profile/withdraw'],
    ['add money', '/profile/fundWallet'],
    ['pin', '/profile/security'],
  ])('have a screen for %s', (text, path) => {
    expect(paths(text)).toEqual([path]);
  });

  it('are only the screens of one’s own menus', () => {
    expect(labels('send email')).toEqual([]);
    expect(labels('users')).toEqual([]);
  });

  it.each(['mama', '0803 123', '+2348031234567'])('find a person by %s', (text) => {
    expect(labels(text)).toEqual([
      'Airtime for Mama Nkechi',
      'Data for Mama Nkechi',
      'Transactions of Mama Nkechi',
    ]);
  });

  it('lead to a slip by its whole reference, also when it is old', () => {
    expect(paths(' jr250101wxyz789012 ')).toEqual(['/profile/transactions/JR250101WXYZ789012']);
  });

  it('find a new slip by a part of its reference', () => {
    expect(paths('abcd')).toEqual(['/profile/transactions/JR261121ABCD1234']);
  });

  it('let staff look for a user by name or by number', () => {
    expect(paths('chidi', { isStaff: true })).toEqual(['/admin/users?userName=chidi']);
    expect(paths('0909 111 2222', { isStaff: true })).toEqual(['/admin/users?phoneNumber=09091112222']);
  });

  it('show staff what was found before the places where digits were typed, and after them where words were', () => {
    const found = [{ path: '/admin/users?user=chidi', label: 'chidi', note: '', group: 'Users' }];
    expect(labels('0909 111', { isStaff: true, found })[0]).toBe('chidi');
    expect(labels('0909 111', { isStaff: true, found: [], isSearching: true })).toEqual([]);
    expect(labels('buy', { isStaff: true, found })[0]).toBe('Buy data');
    expect(labels('buy', { isStaff: true, found }).at(-1)).toBe('chidi');
  });
});
