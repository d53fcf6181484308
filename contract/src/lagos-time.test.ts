import { afterEach, describe, expect, it } from 'vitest';
import {
  lagosDay,
  lagosDayNumber,
  lagosMinuteDigits,
  endOfDay,
  parseDay,
  startOfDay,
  type Day,
} from './lagos-time.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

const day = (text: string): Day => parseDay(text) ?? expect.unreachable(text);

describe.each(['UTC', 'Asia/Tokyo', 'America/St_Johns', 'Africa/Lagos'])(
  'days of a process in %s',
  (timeZone) => {
    it('begin and end at midnight in Lagos', () => {
      process.env['TZ'] = timeZone;
      expect(startOfDay(day('2026-03-01')).toISOString()).toBe('2026-02-28T23:00:00.000Z');
      expect(endOfDay(day('2026-03-01')).toISOString()).toBe('2026-03-01T23:00:00.000Z');
      expect(endOfDay(day('2026-12-31')).toISOString()).toBe('2026-12-31T23:00:00.000Z');
    });

    it('hold each instant once', () => {
      process.env['TZ'] = timeZone;
      expect(lagosDay(Date.parse('2026-02-28T22:59:59.999Z'))).toBe('2026-02-28');
      expect(lagosDay(Date.parse('2026-02-28T23:00:00.000Z'))).toBe('2026-03-01');
      expect(lagosDay(Date.parse('2028-02-28T23:00:00.000Z'))).toBe('2028-02-29');
    });
  },
);

describe('reading a day', () => {
  it.each(['2026-01-31', '2028-02-29', '0001-01-01', '9999-12-31'])('knows %s', (text) => {
    expect(parseDay(text)).toBe(text);
  });
  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00:00Z',
    'today',
    '',
    ' ',
  ])('knows no %j', (text) => {
    expect(parseDay(text)).toBeUndefined();
  });
});

describe('times in Lagos', () => {
  it('as twelve digits', () => {
    expect(lagosMinuteDigits(Date.parse('2026-12-31T23:02:59.999Z'))).toBe('202701010002');
  });
  it('in days that are counted', () => {
    const before = lagosDayNumber(Date.parse('2026-02-28T22:59:59.999Z'));
    expect(lagosDayNumber(Date.parse('2026-02-28T23:00:00.000Z'))).toBe(before + 1);
  });
});
