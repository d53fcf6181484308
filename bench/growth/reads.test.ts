/** Whatever can be read of many rows is measured in large books. */
import { api } from '@jara/contract/api.ts';
import { isChange } from '@jara/contract/call.ts';
import { paths, type CallName } from '@jara/contract/paths.ts';
import { expect, it } from 'vitest';
import { readsFor } from './reads.ts';

/** What stays as small as it is however much is sold, or reads nothing. */
const small: readonly CallName[] = [
  'checkSlip', // One transaction, by a code that only the program makes.
  'getNotification',
  'listBankCodes',
  'listCostPrices',
  'listPrices',
  'listSuppliers',
];

it('each read of the contract is measured, or small', () => {
  const customer = { userId: '1', userName: 'ada', phoneNumber: '08031234567', transactionId: '1' };
  const measured = readsFor(customer).map(({ path }) => path.replace(/\?.*$/, ''));
  const isMeasured = (path: string): boolean => {
    const address = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
    return measured.some((one) => address.test(one));
  };
  const missing = Object.entries(paths).flatMap(([name, line]) => {
    const [method, path = ''] = line.split(' /api/v1');
    const isRead = method === 'GET' && !isChange(api[name as CallName]); // the keys of that object
    return isRead && !isMeasured(path) ? [name] : [];
  });
  expect(missing.toSorted()).toEqual(small);
});
