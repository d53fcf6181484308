/** Under which heading of the reference a call stands, by its address. */
const tags: readonly (readonly [beginning: string, tag: string])[] = [
  ['/auth/contactDetails', 'Account'],
  ['/auth/contact', 'Contacts'],
  ['/auth/apiToken', 'API tokens'],
  ['/auth/webhook', 'Webhooks'],
  ['/auth/updateWebhook', 'Webhooks'],
  ['/auth/validateUser', 'Sending money'],
  ['/auth/transferFund', 'Sending money'],
  ['/auth/referral', 'Earnings'],
  ['/auth/withdrawEarning', 'Earnings'],
  ['/auth/generateAcc', 'Adding money'],
  ['/generateAcc', 'Adding money'],
  ['/fundWallet', 'Adding money'],
  ['/loophole', 'Adding money'],
  ['/prices', 'Prices'],
  ['/buy', 'Buying'],
  ['/services', 'Buying'],
  ['/transaction', 'Transactions'],
  ['/balance', 'Transactions'],
  ['/withdraw', 'Withdrawing'],
  ['/admin/notification', 'Account'],
  ['/admin', 'Staff'],
  ['/dataPlan', 'Staff'],
  ['/auth', 'Account'],
];
/** What each tag is about. */
export const tagWords: Readonly<Record<string, string>> = {
  Account: 'Who you are: registering, logging in, and what guards your account and wallet',
  'API tokens': 'Tokens for programs of yours; made, shown again and rotated with your password',
  'Adding money': 'Card payments and bank accounts that fill your wallet',
  Buying: 'Data, airtime and electricity, and word of services that are locked',
  Contacts: 'Numbers that you buy for often',
  Other: 'What needs no account: the state of the services, and whether a slip is true',
  Earnings: 'What invited users brought you',
  Prices: 'What is sold and for how much',
  'Sending money': 'From your wallet to the wallet of another user',
  Staff: 'For admins and agents of this installation',
  Transactions: 'What is in your wallet, and what moved in it, each with its slip',
  Webhooks: 'Messages to a server of yours',
  Withdrawing: 'From your wallet to a bank account',
};
export const tagOf = (path: string): string =>
  tags.find(([beginning]) => path.startsWith(`/api/v1${beginning}`))?.[1] ?? 'Other';
