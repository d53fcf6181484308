import { expect, it } from 'vitest';
import { failures, textOf, median, sumUp, wordsOf, type Figure, type Row } from './verdict.ts';

const most = 0.02;

it.each<[Figure, string, boolean]>([
  [{ what: 'kB', value: 250, target: 250 }, '250.0 (250) ok', false],
  [{ what: 'kB', value: 250.1, target: 250 }, '250.1 (250) MISSED', true],
  [{ what: 'CLS', value: 0.02, target: most }, '0.020 (0.02) ok', false],
  [{ what: 'CLS', value: 0.021, target: most }, '0.021 (0.02) MISSED', true],
  // A run that measured nothing proves nothing.
  [{ what: 'CLS', value: Number.NaN, target: most }, 'NaN (0.02) MISSED', true],
  // A time is reported and fails nothing: it depends on the machine.
  [{ what: 'LCP', value: 800, target: 800 }, '800 (800) ok', false],
  [{ what: 'LCP', value: 801, target: 800 }, '801 (800) MISSED', false],
  [{ what: 'LCP', value: 5_400 }, '5400', false],
])('%o is shown as %s and fails: %s', (figure, words, fails) => {
  expect(wordsOf(figure)).toBe(words);
  expect(failures([{ title: 'login', figures: [figure] }])).toHaveLength(fails ? 1 : 0);
});

it('says what has failed, and with what', () => {
  const figures: Figure[] = [
    { what: 'LCP', value: 9_000, target: 2_000 },
    { what: 'CLS', value: 0.076, target: most },
    { what: 'kB', value: 180, target: 250 },
  ];
  expect(failures([{ title: 'buy data', figures }])).toEqual(['buy data: CLS 0.076, the target is 0.02']);
  expect(textOf({ title: 'buy data', figures })).toMatch(
    /^buy data +9000 \(2000\) MISSED +0\.076 \(0\.02\) MISSED +180\.0 \(250\) ok$/,
  );
});

const screen = (title: string, value: number): Row => ({
  title,
  figures: [{ what: 'CLS', value, target: most }],
});

it('names the largest shift of all screens, and the screens above the target', () => {
  expect(sumUp([screen('landing', 0), screen('login', 0.02), screen('status', 0.001)], most)).toBe(
    '3 screens; the largest CLS is 0.020 (login); above 0.02: none',
  );
  expect(sumUp([screen('landing', 0.03), screen('login', 0.5)], most)).toBe(
    '2 screens; the largest CLS is 0.500 (login); above 0.02: landing, login',
  );
});

it.each([
  [[3, 1, 2], 2],
  [[5], 5],
  [[], Number.NaN],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});
