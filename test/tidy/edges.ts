/** Which slices of the server and which features of the client may use which. */

export type Edges = Readonly<Record<string, readonly string[]>>;

/** Slice -> the slices that it may use. It has no circle; a new edge is a line here that a reviewer sees. */
export const sliceEdges: Edges = {
  accounts: [
    'catalogue',
    'identity',
    'mails',
    'plans',
    'pricing',
    'referrals',
    'sessions',
    'staff-actions',
    'step-up',
    'transactions',
  ],
  'api-tokens': ['mails', 'spending-controls', 'step-up'],
  catalogue: ['mails', 'staff-actions'],
  contacts: [],
  coupons: ['accounts', 'spending-controls', 'staff-actions', 'transactions'],
  developers: [],
  funding: ['transactions'],
  identity: [],
  mails: ['staff-actions'],
  notifications: ['staff-actions'],
  plans: ['catalogue', 'pricing', 'staff-actions'],
  pricing: ['catalogue', 'staff-actions'],
  purchases: ['catalogue', 'plans', 'pricing', 'staff-actions', 'transactions'],
  push: ['transactions'],
  referrals: ['identity', 'transactions'],
  'reserved-accounts': ['funding', 'staff-actions', 'transactions'],
  'review-queue': ['purchases', 'staff-actions', 'transactions', 'withdrawals'],
  sessions: ['api-tokens', 'mails', 'spending-controls', 'step-up'],
  'spending-controls': ['mails', 'step-up'],
  'staff-actions': [],
  'step-up': ['mails'],
  suppliers: ['catalogue', 'mails', 'staff-actions'],
  transactions: [],
  transfers: ['accounts', 'catalogue', 'spending-controls', 'staff-actions', 'transactions'],
  webhooks: ['transactions'],
  withdrawals: ['catalogue', 'funding', 'purchases', 'spending-controls', 'staff-actions', 'transactions'],
};

/** Feature of the browser client -> the features that it may use. */
export const featureEdges: Edges = {
  money: [],
  receipt: ['money'],
  checkout: ['money', 'receipt'],
  buying: ['checkout', 'money', 'receipt'],
  shell: ['buying', 'checkout', 'money', 'receipt'],
};

/** A way from a slice or feature back to itself, or undefined when there is none. */
export function circleIn(edges: Edges): string[] | undefined {
  const walk = (path: string[]): string[] | undefined => {
    const here = path.at(-1) ?? '';
    if (path.indexOf(here) < path.length - 1) return path;
    for (const next of edges[here] ?? []) {
      const circle = walk([...path, next]);
      if (circle !== undefined) return circle;
    }
    return undefined;
  };
  for (const start of Object.keys(edges)) {
    const circle = walk([start]);
    if (circle !== undefined) return circle;
  }
  return undefined;
}
