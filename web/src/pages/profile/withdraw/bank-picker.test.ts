import { expect, it } from 'vitest';
import { findBanks } from './bank-picker.tsx';

it('a bank is found by any part of its name, and listed in the order of the alphabet', () => {
  const gt = { bankName: 'GTBank', bankCode: '000013' };
  const first = { bankName: 'First Bank', bankCode: '000016' };
  const access = { bankName: 'Access Bank', bankCode: '000014' };
  expect(findBanks([gt, first, access], '')).toEqual([access, first, gt]);
  expect(findBanks([gt, first, access], 'firstb')).toEqual([first]);
  expect(findBanks([gt, first, access], 'zenith')).toEqual([]);
});
