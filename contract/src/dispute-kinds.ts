/** What may be wrong with a transaction, as the people say it who report it. */
export const disputeKinds = {
  not_delivered: 'It did not arrive',
  wrong_recipient: 'It went to a wrong number or account',
  wrong_amount: 'The sum is wrong',
  token: 'The token does not work',
  other: 'Something else',
} as const;
