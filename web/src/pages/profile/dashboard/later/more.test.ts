import { expect, it } from 'vitest';
import { topUpPage } from './more.tsx';

it.each([
  ['', '6600000001', null],
  ['https://pay.example', null, null],
  ['https://pay.example/top-up', '6600000001', 'https://pay.example/top-up?accountNumber=6600000001'],
  ['https://pay.example/?a=1', '6600000001', 'https://pay.example/?a=1&accountNumber=6600000001'],
  ['https://pay.example/{accountNumber}/new', '6600000001', 'https://pay.example/6600000001/new'],
])('the page %j for the account %j is %j', (address, accountNumber, page) => {
  expect(topUpPage(address, accountNumber)).toBe(page);
});
