import { expect, it } from 'vitest';
import { airtimeWords, dataWords, electricityWords } from './product-words.ts';

it.each([
  [dataWords({ network: 'MTN', name: '1GB', type: 'SME', validity: '30 days' }), 'MTN 1GB SME, 30 days'],
  [airtimeWords('9MOBILE', 500), 'T2 (9mobile) airtime ₦500.00'],
  [airtimeWords('GLO', 1_500), 'Glo airtime ₦1,500.00'],
  [electricityWords('Ikeja', 2_000, 'prepaid'), 'Ikeja electricity ₦2,000.00, prepaid'],
])('a slip names what was bought: %s', (words, expected) => {
  expect(words).toBe(expected);
});
