/** Which slices of the server and which features of the client may use which. */
import { isScript, isTest, lineAt, matches, type Problem, type Repository, type Rule } from './repository.ts';
import { sourceOf } from './source.ts';

const EDGES = 'test/tidy/edges.ts';

export type Edges = Readonly<Record<string, readonly string[]>>;

/** Slice -> the slices that it may use. It has no circle; a new edge is a line here that a reviewer sees. */
export const sliceEdges: Edges = {
  accounts: [
    'catalogue',
    'login-codes',
    'mails',
    'plans',
    'pricing',
    'referrals',
    'security-events',
    'sessions',
    'spending-controls',
    'staff-actions',
    'step-up',
    'transactions',
  ],
  archive: [],
  'api-tokens': ['mails', 'security-events', 'spending-controls', 'step-up'],
  catalogue: ['mails', 'staff-actions'],
  'contact-details': [
    'accounts',
    'mails',
    'phone-codes',
    'security-events',
    'sessions',
    'staff-actions',
    'step-up',
    'text-notices',
  ],
  contacts: [],
  'customer-copy': [],
  coupons: ['accounts', 'identity', 'mails', 'spending-controls', 'staff-actions', 'step-up', 'transactions'],
  debits: ['mails', 'staff-actions', 'transactions'],
  developers: [],
  disputes: ['identity', 'mails', 'staff-actions', 'transactions'],
  funding: ['transactions'],
  identity: [],
  kyc: ['accounts', 'identity', 'phone-codes', 'security-events'],
  'login-codes': ['mails', 'security-events', 'sessions'],
  mails: ['staff-actions'],
  notifications: ['staff-actions'],
  'phone-codes': [],
  passkeys: ['accounts', 'mails', 'security-events', 'step-up'],
  plans: ['catalogue', 'pricing', 'staff-actions'],
  pricing: ['catalogue', 'staff-actions'],
  purchases: [
    'api-tokens',
    'catalogue',
    'plans',
    'pricing',
    'spending-controls',
    'staff-actions',
    'transactions',
  ],
  push: ['transactions'],
  referrals: ['identity', 'transactions'],
  recovery: ['staff-actions', 'step-up', 'withdrawals'],
  'reserved-accounts': ['funding', 'staff-actions', 'transactions'],
  'review-queue': [
    'disputes',
    'funding',
    'purchases',
    'recovery',
    'staff-actions',
    'suppliers',
    'suspense',
    'transactions',
    'withdrawals',
  ],
  search: [],
  'security-events': ['mails', 'staff-actions'],
  sessions: ['mails', 'security-events', 'spending-controls', 'step-up'],
  solvency: ['suppliers'],
  'spending-controls': ['mails', 'security-events', 'step-up'],
  'staff-actions': ['identity'],
  standings: ['accounts', 'mails', 'security-events', 'sessions', 'staff-actions', 'step-up'],
  'step-up': ['mails', 'security-events'],
  statements: [],
  suppliers: ['catalogue', 'mails', 'staff-actions'],
  suspense: ['accounts', 'funding', 'staff-actions', 'transactions'],
  'text-notices': [],
  transactions: [],
  transfers: ['accounts', 'api-tokens', 'catalogue', 'spending-controls', 'staff-actions', 'transactions'],
  'user-notes': ['accounts', 'staff-actions'],
  webhooks: ['mails', 'security-events', 'step-up', 'transactions'],
  withdrawals: [
    'api-tokens',
    'catalogue',
    'mails',
    'security-events',
    'spending-controls',
    'step-up',
    'transactions',
  ],
};

/** Feature of the browser client -> the features that it may use. */
export const featureEdges: Edges = {
  money: [],
  receipt: ['money'],
  checkout: ['money', 'receipt'],
  buying: ['checkout', 'money'],
  shell: ['checkout', 'money'],
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

/** The slice or feature that a file is in, with the folder of its kind. */
const placeOf = (path: string): string | undefined =>
  /^(?:server\/src\/slices|web\/src\/features)\/[^/]+(?=\/)/.exec(path)?.[0];

/** `folder/one -> folder/other` of every import of the product, types included. */
function usedEdges(repository: Repository): Set<string> {
  const used = new Set<string>();
  for (const path of repository.keys()) {
    const from = placeOf(path);
    if (from === undefined || !isScript(path) || isTest(path)) continue;
    for (const { target } of sourceOf(repository, path).imports) {
      const to = placeOf(target);
      if (to !== undefined) used.add(`${from} -> ${to}`);
    }
  }
  return used;
}

/** What the text of this file lists, with the line of each edge. */
function* listedEdges(text: string): Generator<{ edge: string; line: number }> {
  const tables = [
    ['sliceEdges', 'server/src/slices'],
    ['featureEdges', 'web/src/features'],
  ] as const;
  for (const [table, folder] of tables) {
    const found = new RegExp(String.raw`const ${table}: Edges = \{\n([\s\S]*?)^\};`, 'm').exec(text);
    const [whole = '', rows = ''] = found ?? [];
    const start = (found?.index ?? 0) + whole.indexOf(rows);
    for (const { match: row, index } of matches(rows, /^ {2}'?([\w-]+)'?: \[([^\]]*)\]/gm)) {
      for (const { match, index: within } of matches(row[0].replace(/^[^[]*/, blank), /[\w-]+/g)) {
        const edge = `${folder}/${row[1]} -> ${folder}/${match[0]}`;
        yield { edge, line: lineAt(text, start + index + within) };
      }
    }
  }
}
const blank = (text: string): string => ' '.repeat(text.length);

const usedRule: Rule = {
  name: 'every listed edge between slices or features is used by an import',
  check(repository): Problem[] {
    const used = usedEdges(repository);
    return [...listedEdges(repository.get(EDGES) ?? '')]
      .filter(({ edge }) => !used.has(edge))
      .map(({ edge, line }) => ({ path: EDGES, line, says: `${edge} is used by no import: remove it` }));
  },
};

export const edgeRules: readonly Rule[] = [usedRule];
