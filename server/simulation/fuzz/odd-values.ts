/** What people and programs send that nobody asked for. */
import type { Choice } from '../choose.ts';

/** A value that is written as this text, right or wrong as JSON. */
export class Written {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const long = 'x'.repeat(5_000);

const texts: readonly string[] = [
  '',
  ' ',
  '\t\n',
  '0',
  '-0',
  '-1',
  '00000000000000000001',
  '1e3',
  '0x10',
  '1_000',
  '1,000.00',
  '١٢٣',
  '99.999',
  '9007199254740993',
  '9223372036854775808',
  '-9223372036854775809',
  '1'.repeat(400),
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',

  '__proto__',
  'constructor',
  'toString',
  "'; drop table users; --",
  "' or '1'='1",
  '%',
  '%%%s%n',
  String.raw`\u0000`,
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=cmd()',
  '../../../../etc/passwd',
  '..%2f..%2f',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\ufeff',
  '\u202eabc\u202c',
  '\u200b',
  'é',
  'e\u0301',
  '🙂'.repeat(40),
  'ﷺ'.repeat(30),
  'İıſK',
  long,
  '2026-02-30',
  '0000-00-00',
  '9999-12-31T23:59:59Z',
  '+275760-09-14',
  '-infinity',
  'infinity',
  'epoch',
];

const numbers: readonly (number | Written)[] = [
  0,
  1,
  -1,
  0.1,
  0.01,
  0.001,
  -0.01,
  99.99,
  100,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  2 ** 63 / 100,
  new Written('-0'),
  new Written('-0.00'),
  new Written('1e3'),
  new Written('1E400'),
  new Written('0.99999999999999999999'),
  new Written('100.000'),
  new Written('1.10'),
  new Written('01'),
  new Written('+1'),
  new Written('.5'),
  new Written('5.'),
  new Written('9'.repeat(400)),
  new Written('NaN'),
  new Written('Infinity'),
];

/** Arrays in arrays, so many. */
export const nested = (depth: number): Written => new Written('['.repeat(depth) + ']'.repeat(depth));

export const oddText = (chance: Choice): string => chance.of(texts);

export function oddValue(chance: Choice): unknown {
  switch (chance.below(8)) {
    case 0:
    case 1:
    case 2:
      return oddText(chance);
    case 3:
    case 4:
      return chance.of(numbers);
    case 5:
      return chance.of([null, true, false]);
    case 6:
      return chance.of<unknown>([
        [],
        {},
        [null],
        [[]],
        { $ne: null },
        { toString: 'x' },
        Array.from({ length: 1_200 }, () => 0),
      ]);
    default:
      return chance.of([
        nested(7),
        nested(9),
        nested(300),
        new Written('{"a":1,"a":2}'),
        new Written('"\\ud800"'),
      ]);
  }
}

/** As a header can carry it: each character one byte, no line ends. */
export const inHeader = (text: string): string =>
  text.replaceAll(/[^\t\u0020-\u007e\u00a0-\u00ff]/g, '?').slice(0, 4_000);
