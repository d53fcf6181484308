import { expect, it } from 'vitest';
import { transactionStatuses, transactionTypes } from '@jara/contract/constants.ts';
import { whyNotRefundable } from './refundable.ts';

it('a transaction may be refunded only if it was delivered, and is not a transfer, wallet or refund transaction', () => {
  const refundable = transactionTypes.flatMap((trans_Type) =>
    transactionStatuses
      .filter((trans_Status) => whyNotRefundable({ trans_Type, trans_Status }) === undefined)
      .map((status) => `${trans_Type} ${status}`),
  );
  expect(refundable).toEqual(['data success', 'airtime success', 'electricity success']);
});
