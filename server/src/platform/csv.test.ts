import { describe, expect, it } from 'vitest';
import { csvRows, spacedDigits } from './csv.ts';

describe('rows of CSV', () => {
  it.each<[(string | number)[], string]>([
    [['Ada', 'Obi'], '"Ada","Obi"\r\n'],
    [['Obi, Ada'], '"Obi, Ada"\r\n'],
    [['the "big" one'], '"the ""big"" one"\r\n'],
    [['two\r\nlines'], '"two\r\nlines"\r\n'],
    [[''], '""\r\n'],
    [[-12.5, 0], '"-12.5","0"\r\n'],
  ])('quotes every field: %j', (cells, line) => {
    expect(csvRows([cells])).toBe(line);
  });

  it('gives each row its ending, and nothing for no rows', () => {
    expect(csvRows([['a'], ['b']])).toBe('"a"\r\n"b"\r\n');
    expect(csvRows([])).toBe('');
  });

  it('leaves a sign inside a text alone', () => {
    expect(csvRows([['a=b', 'ada@people.example', '0803-123']])).toBe(
      '"a=b","ada@people.example","0803-123"\r\n',
    );
  });
});

describe('digits that begin with a 0', () => {
  it.each([
    ['08031234567', '0803 123 4567'],
    ['01234', '0123 4'],
    ['45012345678', '45012345678'],
    ['ada', 'ada'],
    ['', ''],
  ])('%j stands in a spreadsheet as %j', (text, shown) => {
    expect(spacedDigits(text)).toBe(shown);
  });
});
