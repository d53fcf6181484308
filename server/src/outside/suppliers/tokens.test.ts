import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTokens, findUnits } from './tokens.ts';

const token = '12345678901234567890';
const other = '09876543210987654321';

describe('findTokens', () => {
  it.each([
    ['whole', { token }, [token]],
    ['with dashes', { token: '1234-5678-9012-3456-7890' }, [token]],
    ['with blanks', { Token: '1234 5678 9012 3456 7890' }, [token]],
    ['grouped in another way', { token: '12345-67890-12345-67890' }, [token]],
    ['after a word', { purchased_code: `Token : ${token}` }, [token]],
    ['under its long name', { mainToken: token }, [token]],
    ['in a list', { tokens: [token, other] }, [token, other]],
    ['in an object', { token: { value: token } }, [token]],
    ['two in one text', { token: `${token}, ${other}` }, [token, other]],
    ['twice the same', { token, purchased_code: token }, [token]],
    [
      'key change first',
      { token, kct2: other, kct1: '11112222333344445555' },
      ['11112222333344445555', other, token],
    ],
    ['too short', { token: '1234567890123456789' }, []],
    ['too long', { token: '123456789012345678901' }, []],
    ['empty', { token: '' }, []],
    ['null', { token: null }, []],
    ['a number, which has lost digits', { token: 12345678901234567000 }, []],
    ['in a field that is no token', { transactionId: token, id: token, requestId: token }, []],
    ['in the number of the meter', { meter_number: token }, []],
  ])('%s', (_what, order, expected) => {
    expect(findTokens(order)).toEqual(expected);
  });

  it.each([
    [`IKEDC Token: 1234-5678-9012-3456-7890, Units: 25.5kWh, Amt: N5000, Ref 778812`, [token]],
    [`Ref 12 1234-5678-9012-3456-7890 2000`, [token]],
    [`KCT1 ${other} KCT2 ${token}`, [other, token]],
    [`Token ${token}0`, []],
    ['Paid 2000 on 2026-11-20 for 04123456789', []],
  ])('in the text "%s"', (text, expected) => {
    expect(findTokens({}, text)).toEqual(expected);
  });

  it('finds any token however it is grouped, and digits only', () => {
    const digits = string({
      unit: constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9'),
      minLength: 20,
      maxLength: 20,
    });
    assert(
      property(
        digits,
        constantFrom('', ' ', '-'),
        string({ unit: constantFrom('a', 'b', ' ', '.', ':', ',') }),
        (one, gap, words) => {
          const text = `${words}${one.replace(/(\d{4})(?=\d)/g, `$1${gap}`)}${words}`;
          expect(findTokens({ token: text })).toEqual([one]);
        },
      ),
    );
  });

  it('reads long nonsense quickly and to the end', () => {
    expect(findTokens({ token: '1 '.repeat(100_000) })).toEqual(expect.any(Array));
    expect(findTokens({ token: `${'1-'.repeat(19)}x`.repeat(5_000) })).toEqual([]);
  });
});

describe('findUnits', () => {
  it.each([
    [{ units: '25.5' }, '25.5'],
    [{ units: '25.5kWh' }, '25.5'],
    [{ units: '25.5 KWH' }, '25.5'],
    [{ Units: 25.5 }, '25.5'],
    [{ KWH: '7' }, '7'],
    [{ units: '' }, null],
    [{ units: '0' }, null],
    [{ units: 'many' }, null],
    [{ unit_price: 1000 }, null],
  ])('%j', (order, expected) => {
    expect(findUnits(order)).toBe(expected);
  });

  it('in a text', () => {
    expect(findUnits({}, 'Token: 1, Units: 25.5kWh')).toBe('25.5');
    expect(findUnits({}, 'Bought 25 for the meter')).toBeNull();
  });
});
