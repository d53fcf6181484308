/** The actions of staff in words; an action without any shows the name of its call. */
const words: Readonly<Record<string, string>> = {
  addPlan: 'Added a plan',
  cancelPriceSchedule: 'Cancelled planned prices',
  closeReservedAccount: 'Closed a reserved account',
  decideRecoveryItem: 'Decided after a restore',
  decideSuspense: 'Decided about suspense',
  decideWaiting: 'Decided what waited',
  deletePlan: 'Deleted a plan',
  generateCoupon: 'Generated a coupon',
  revealCoupon: 'Looked at the code of a coupon',
  voidCoupon: 'Voided a coupon',
  listTransactions: 'Took transactions as a file',
  listStaffReads: 'Took who looked as a file',
  listUsers: 'Took users as a file',
  openShop: 'Opened the shop',
  reQueryWithdrawal: 'Checked a status',
  recoverRefund: 'Booked a recovery',
  refund: 'Refunded',
  resetUserPassword: 'Reset a password',
  schedulePrices: 'Planned prices',
  sendMail: 'Sent mail',
  setCostPrice: 'Set a cost price',
  setSpecialPrice: 'Set a special price',
  setSupplier: 'Chose a supplier',
  acceptFloat: 'Accepted a float',
  transferFund: 'Issued money',
  updateNotification: 'Changed the notification',
  updatePlan: 'Changed a plan',
  updatePrice: 'Changed a price',
  updateServices: 'Locked or unlocked a service',
  upgradeUser: 'Changed a user type',
  findSecurityEvents: 'Downloaded security events',
  setRoles: 'Appointed or dismissed',
  holdWithdrawals: 'Held withdrawals, or no more',
  setStanding: 'Changed a standing',
  endAccess: 'Ended all access',
  correctContactDetails: 'Corrected an address',
  resetTotp: 'Reset two-step login',
  debit: 'Debited a wallet',
  askSecondPerson: 'Asked for a second admin',
  confirmStaffRequest: 'Confirmed what a colleague asked',
  rejectStaffRequest: 'Rejected what a colleague asked',
  withdrawStaffRequest: 'Took back what was asked',
};

export const actionWords = (action: string): string => words[action] ?? action;

export const actionOptions = [
  { value: '', label: 'All actions' },
  ...Object.entries(words)
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label)),
];
