import { naira } from '@jara/contract/money.ts';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { numberOf, shortWaits } from '../../../test/buying.ts';

const app = useTestApp({ env: shortWaits });

it('the CSV has what its owner calls each movement in the last column, and every column before it where it always was', async () => {
  const ada = await app.make.user({ wallet: naira(1_000) });
  const body = { network: 1, amount: 100, mobile_number: numberOf('MTN', '1234'), force: true };
  await app.as(ada).call('buyAirtime', { ...body, clientReference: '=order-4821' });
  const answer = await fetch(`${app.url}/api/v1/statement?format=csv`, {
    headers: { 'x-auth-token': ada.token },
  });
  const [titles, ...rows] = Papa.parse<string[]>((await answer.text()).replace('\uFEFF', '').trim()).data;
  expect(titles).toEqual([
    'Date',
    'Reference',
    'What',
    'For',
    'Money in',
    'Money out',
    'Of which fees',
    'Balance',
    'Client reference',
  ]);
  expect(rows.map((row) => [row[2], row.length])).toEqual([
    ['Opening balance', 9],
    [expect.any(String), 9],
    [expect.any(String), 9],
    ['Closing balance', 9],
  ]);
  // No spreadsheet takes it for a formula.
  expect(rows.map((row) => row[8])).toEqual(['', expect.any(String), "'=order-4821", '']);
});
