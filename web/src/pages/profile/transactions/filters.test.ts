// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import {
  changeFilters,
  changePage,
  countFilters,
  periods,
  readFilters,
  statementPeriods,
  volumeOf,
} from './filters.ts';

const search = (text: string) => new URLSearchParams(text);

describe('filters in the address', () => {
  it('are read without the empty ones and without the first page', () => {
    expect(readFilters(search('type=data&status=&page=1'))).toEqual({ type: 'data' });
    expect(readFilters(search('phoneNumber=0803123&page=3'))).toEqual({ phoneNumber: '0803123', page: 3 });
    expect(readFilters(search('page=minus&other=1'))).toEqual({});
  });

  it('start at the first page again when one changes, and go away when they are emptied', () => {
    expect(changeFilters(search('type=data&page=4'), { status: 'failed' }).toString()).toBe(
      'type=data&status=failed',
    );
    expect(changeFilters(search('type=data&status=failed'), { type: '' }).toString()).toBe('status=failed');
    expect(changePage(search('type=data'), 2).toString()).toBe('type=data&page=2');
    expect(changePage(search('type=data&page=2'), 1).toString()).toBe('type=data');
  });

  it('are counted without the page', () => {
    expect(countFilters(readFilters(search('type=data&from=2026-11-01&to=2026-11-02&page=2')))).toBe(3);
  });
});

describe('days', () => {
  it('of the usual periods are days in Lagos', () => {
    const lateEvening = Date.parse('2026-11-30T23:30:00.000Z');
    expect(periods(lateEvening).map(({ from, to }) => [from, to])).toEqual([
      ['', ''],
      ['2026-12-01', '2026-12-01'],
      ['2026-11-25', '2026-12-01'],
      ['2026-12-01', '2026-12-01'],
    ]);
  });
});

describe('the periods of a statement', () => {
  it('are this month so far and the whole of the last one, in Lagos', () => {
    const daysOf = (time: string) => statementPeriods(Date.parse(time)).map(({ from, to }) => [from, to]);
    expect(daysOf('2026-12-31T23:30:00.000Z')).toEqual([
      ['2027-01-01', '2027-01-01'],
      ['2026-12-01', '2026-12-31'],
    ]);
    expect(daysOf('2028-03-05T12:00:00.000Z')).toEqual([
      ['2028-03-01', '2028-03-05'],
      ['2028-02-01', '2028-02-29'],
    ]);
  });
});

describe('a volume', () => {
  it('is given in terabytes from 1,000 GB on', () => {
    expect([0.5, 999.99, 1_000, 12_345].map(volumeOf)).toEqual([
      '0.5\u00a0GB',
      '999.99\u00a0GB',
      '1\u00a0TB',
      '12.35\u00a0TB',
    ]);
  });
});
