import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

describe('a line of CSV', () => {
  it.each<[(string | number)[], string]>([
    [['Ada', 'Obi'], 'Ada,Obi\r\n'],
    [['Obi, Ada'], '"Obi, Ada"\r\n'],
    [['the "big" one'], '"the ""big"" one"\r\n'],
    [['two\r\nlines'], '"two\r\nlines"\r\n'],
    [[''], '\r\n'],
    [[-12.5, 0], '-12.5,0\r\n'],
  ])('quotes what needs quotes: %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  it.each(['=1+1', '+234803', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://evil.example","click")'])(
    'keeps %j from being run',
    (text) => {
      const [, first] = /^"?(.)/s.exec(csvLine([text])) ?? [];
      expect(first).toBe("'");
    },
  );

  it('leaves a sign inside a text alone', () => {
    expect(csvLine(['a=b', 'ada@people.example', '0803-123'])).toBe('a=b,ada@people.example,0803-123\r\n');
  });
});
