import { describe, expect, it } from 'vitest';
import { change, isFiltered, nextType, readFilters } from './filters.ts';

const search = (text: string) => new URLSearchParams(text);

describe('the filters of the list of users', () => {
  it('are read from the address', () => {
    expect(readFilters(search('type=reseller&userName=ada&phoneNumber=&page=2&user=bola'))).toEqual({
      type: 'reseller',
      userName: 'ada',
      page: 2,
    });
    expect(readFilters(search('page=0'))).toEqual({});
  });

  it('start at the first page again when one changes, and keep it when somebody is opened', () => {
    expect(change(search('type=reseller&page=2'), { userName: 'ada' }).toString()).toBe(
      'type=reseller&userName=ada',
    );
    expect(change(search('page=2'), { user: 'ada' }).toString()).toBe('page=2&user=ada');
    expect(change(search('page=2&user=ada'), { user: '' }).toString()).toBe('page=2');
  });

  it('are none when only a page or a person is chosen', () => {
    expect(isFiltered(readFilters(search('page=2&user=ada')))).toBe(false);
    expect(isFiltered(readFilters(search('type=reseller')))).toBe(true);
  });
});

it.each([
  ['api user', 'smart earner'],
  ['smart earner', 'reseller'],
  ['reseller', 'api user'],
  ['partner', 'api user'],
])('an upgrade takes %s to %s', (from, next) => {
  expect(nextType(from)).toBe(next);
});
