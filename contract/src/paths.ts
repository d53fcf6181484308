/** Every call of the API, once: its name, method and address. The names are the verbs that all rooms use. */
export const paths = {
  register: 'POST /api/v1/auth/register',
  login: 'POST /api/v1/auth/login',
  logout: 'POST /api/v1/auth/logout',
  isTokenValid: 'POST /api/v1/auth/isTokenValid',
  getProfile: 'GET /api/v1/auth',
  changePassword: 'POST /api/v1/auth/changepassword',
  listContacts: 'GET /api/v1/auth/contact',
  addContact: 'POST /api/v1/auth/contact',
  updateContact: 'PATCH /api/v1/auth/contact/:id',
  removeContact: 'DELETE /api/v1/auth/contact/:id',
  listPrices: 'GET /api/v1/prices',
  listPlans: 'POST /api/v1/prices',
  buyData: 'POST /api/v1/buy/data',
  buyAirtime: 'POST /api/v1/buy/airtime',
  initiateSquadFunding: 'POST /api/v1/fundWallet/squad/initiate',
  redeemCoupon: 'POST /api/v1/fundWallet/coupon',
  generateCoupon: 'POST /api/v1/admin/generateCoupon',
  testTopUp: 'POST /api/v1/loophole',
  listTransactions: 'GET /api/v1/transaction',
  getTransaction: 'GET /api/v1/transaction/:id',
  validateUser: 'GET /api/v1/auth/validateUser/:userName',
  transferFund: 'POST /api/v1/auth/transferFund',
  refund: 'POST /api/v1/admin/refund/:id',
} as const satisfies Record<string, `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /api/v1/${string}`>;

export type CallName = keyof typeof paths;
