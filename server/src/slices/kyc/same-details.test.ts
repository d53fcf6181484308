import { describe, expect, it } from 'vitest';
import { areSameDetails } from './same-details.ts';

const person = { firstName: 'CHIDI', middleName: 'Amara', lastName: "O'Neil-Obi", dateOfBirth: '1990-02-01' };
const given = { firstName: 'Chidi', lastName: 'ONeil Obi', dateOfBirth: '1990-02-01' };

describe('names and date of birth', () => {
  it.each<[string, Partial<typeof given>]>([
    ['as the register writes them', {}],
    ['with spaces and case of their own', { firstName: ' chidi ', lastName: "o'neil-obi" }],
    ['the other way round', { firstName: "O'Neil Obi", lastName: 'Chidi' }],
    ['with the middle name in place of the first', { firstName: 'Amara' }],
  ])('are the same %s', (_how, changes) => {
    expect(areSameDetails({ ...given, ...changes }, person)).toBe(true);
  });

  it.each<[string, Partial<typeof given>]>([
    ['another first name', { firstName: 'Chid' }],
    ['another last name', { lastName: 'Obi' }],
    ['one name twice', { firstName: 'Chidi', lastName: 'Chidi' }],
    ['no letters', { firstName: '-', lastName: '-' }],
    ['another day', { dateOfBirth: '1990-02-02' }],
    ['another year', { dateOfBirth: '1991-02-01' }],
    ['day and month changed about', { dateOfBirth: '1990-01-02' }],
  ])('are not the same with %s', (_what, changes) => {
    expect(areSameDetails({ ...given, ...changes }, person)).toBe(false);
  });

  it.each(['01-02-1990', '1/2/1990', '1-2-90', '01-Feb-1990', '1990-02-01T00:00:00', '1990/02/01'])(
    'are compared with a date of birth that is written %s',
    (dateOfBirth) => {
      expect(areSameDetails(given, { ...person, dateOfBirth })).toBe(true);
    },
  );

  it.each([null, '', '1990', 'unknown', '40-02-1990', '01-13-1990', '1-2-3-4'])(
    'match nothing where the register has %s',
    (dateOfBirth) => {
      expect(areSameDetails(given, { ...person, dateOfBirth })).toBe(false);
    },
  );

  it('are one name twice where that is the name', () => {
    const musa = { firstName: 'Musa', middleName: null, lastName: 'Musa', dateOfBirth: '1990-02-01' };
    expect(areSameDetails({ ...given, firstName: 'musa', lastName: 'musa' }, musa)).toBe(true);
  });
});
