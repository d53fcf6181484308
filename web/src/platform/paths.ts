/** Every address of the web client, spelled once. */
export const to = {
  landing: '/',
  login: '/login',
  register: '/register',
  priceList: '/priceList',
  dashboard: '/profile',
  buyData: '/profile/buydata',
  buyAirtime: '/profile/buyairtime',
  fundWallet: '/profile/fundWallet',
  /** Where the card gateway sends the buyer back to; it adds `?reference=`. */
  fundingReturn: '/profile/fundWallet/return',
  transactions: '/profile/transactions',
  changePassword: '/profile/changePassword',
  requestPasswordReset: '/requestPasswordReset',
  passwordReset: '/passwordReset',
  /** Where a link of a mail leads; its token stands behind the #. */
  emailLink: '/email',
  electricity: '/profile/electricity',
  /** At a desk, one customer after the other. */
  sell: '/profile/sell',
  contacts: '/profile/contacts',
  account: '/profile/user',
  /** Password, PIN, second factor and devices. */
  security: '/profile/security',
  /** API tokens, webhook and its deliveries. */
  developer: '/profile/developer',
  earnings: '/profile/earnings',
  transfer: '/profile/transfer',
  fundByCoupon: '/profile/fundWallet/coupon',
  withdraw: '/profile/withdraw',
  adminSettings: '/profile/adminSettings',
  managePlans: '/profile/updatePrice',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminTransactions: '/admin/transactions',
  generateCoupon: '/admin/generateCoupon',
  sendMail: '/admin/sendMail',
  staffActions: '/admin/audit',
  reviewQueue: '/admin/waiting',
  securityEvents: '/admin/security',
  /** What is known and missing after a restore to the past. */
  recovery: '/admin/recovery',
} as const;

/** Addresses with a part that varies, as the router reads them. */
export const patterns = {
  registerInvited: '/register/:referralId',
  buyDataOtherSpelling: '/profile/buyData',
  buyAirtimeOtherSpelling: '/profile/buyAirtime',
  transaction: '/profile/transactions/:id',
  passwordResetLink: '/passwordReset/:userId/:token',
  emailLink: '/email/:purpose',
  sendMailOtherSpelling: '/admin/sendmail',
} as const;

export const toTransaction = (id: string): string => `${to.transactions}/${encodeURIComponent(id)}`;
export const toPriceList = (network: string): string =>
  `${to.priceList}?network=${encodeURIComponent(network)}`;
/** Opens Buy data with the network and the plan already chosen. */
export const toBuyPlan = (network: string, planId: number): string =>
  `${to.buyData}?network=${encodeURIComponent(network)}&plan=${planId}`;
/** Where somebody registers whom this user has invited. */
export const toInvitation = (userName: string): string => `${to.register}/${encodeURIComponent(userName)}`;
/** Opens Buy airtime or Buy data with the number typed in. */
export const toBuyFor = (
  path: typeof to.buyAirtime | typeof to.buyData,
  phone: string,
  network: string,
): string => `${path}?${new URLSearchParams({ phone, network }).toString()}`;
/** Opens the transactions of one number. */
export const toTransactionsOf = (phone: string): string =>
  `${to.transactions}?${new URLSearchParams({ phoneNumber: phone }).toString()}`;
/** Opens Fund wallet with this amount typed in. */
export const toFundWallet = (amount: number): string => `${to.fundWallet}?amount=${amount}`;
/** The public check of a receipt: a page that the server writes, not a screen. */
export const toReceiptCheck = (code: string): string => `/check/${encodeURIComponent(code)}`;
/** The developer documentation: served by the program itself, not a screen. */
export const developerDocs = '/developers';
