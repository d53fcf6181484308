/** Who may import whom, and who may touch the outside world (docs/architecture.md). */
import { isScript, isTest, type Problem, type Repository, type Rule } from './repository.ts';
import { sourceOf, type Import } from './source.ts';

/** Slice -> the slices that it may use. It has no circle; a new edge is a line here that a reviewer sees. */
export const sliceEdges: Readonly<Record<string, readonly string[]>> = {
  accounts: ['admin', 'catalogue', 'identity', 'mails', 'referrals', 'security', 'transactions'],
  admin: ['transactions'],
  catalogue: ['admin', 'mails', 'transactions'],
  contacts: [],
  coupons: ['accounts', 'admin', 'security', 'transactions'],
  developers: [],
  funding: ['transactions'],
  identity: [],
  mails: ['admin'],
  notifications: ['admin'],
  purchases: ['admin', 'catalogue', 'transactions'],
  push: ['transactions'],
  referrals: ['identity', 'transactions'],
  'reserved-accounts': ['admin', 'funding', 'transactions'],
  security: ['mails'],
  transactions: [],
  transfers: ['accounts', 'admin', 'catalogue', 'security', 'transactions'],
  waiting: ['admin', 'purchases', 'transactions', 'withdrawals'],
  webhooks: ['transactions'],
  withdrawals: ['admin', 'catalogue', 'funding', 'purchases', 'security', 'transactions'],
};

/** The files beside the slices, from the ground up: each may import those before it. */
const composition = [
  'context',
  'routes',
  'hooks',
  'measures',
  'operations',
  'brand-icons',
  'pages',
  'jobs',
  'app',
  'compose',
  'database',
  'books',
  'admin',
  'main',
];

/** What the slices know of the outside world. The bodies are chosen in compose.ts. */
const outsideInterfaces = new Set([
  'server/src/outside/webhooks/webhooks.ts',
  'server/src/outside/push/push.ts',
  'server/src/outside/suppliers/supplier.ts',
  'server/src/outside/banks/banks.ts',
  'server/src/outside/cards/cards.ts',
  'server/src/outside/identity/identity.ts',
  'server/src/outside/reserved-accounts/reserved-accounts.ts',
  'server/src/outside/mail/mailer.ts',
]);

/** The parts of the contract whose values may reach the browser: no schemas. */
const contractForBrowsers = new Set(
  ['brand', 'constants', 'lagos-time', 'messages', 'money', 'paths', 'phone', 'sending-limit'].map(
    (name) => `contract/src/${name}.ts`,
  ),
);

type Verdict = string | undefined;

/** Checks each import of the files that `isMine` takes; `judge` says what is wrong with it. */
function importRule(
  name: string,
  isMine: (path: string) => boolean,
  judge: (path: string, imported: Import) => Verdict,
): Rule {
  return {
    name,
    check(repository) {
      const problems: Problem[] = [];
      for (const path of scripts(repository).filter(isMine)) {
        for (const imported of sourceOf(repository, path).imports) {
          const says = judge(path, imported);
          if (says !== undefined) problems.push({ path, line: imported.line, says });
        }
      }
      return problems;
    },
  };
}

const scripts = (repository: Repository): string[] => [...repository.keys()].filter(isScript);
const isProduct = (path: string): boolean => !isTest(path);
const isIn = (folder: string) => (path: string) => path.startsWith(`${folder}/`);

const contractRule = importRule(
  'contract imports nothing but its schema library',
  (path) => isIn('contract')(path) && isProduct(path),
  (_path, { target, isPackage }) =>
    (isPackage ? target === 'typebox' : isIn('contract')(target))
      ? undefined
      : `contract is loaded by server and web alike: it may not import ${target}`,
);

const sandboxRule = importRule(
  'sandbox shares nothing with the product',
  isIn('sandbox'),
  (_path, { target, isPackage }) =>
    (isPackage ? !target.startsWith('@jara/') : isIn('sandbox')(target))
      ? undefined
      : `the sandbox is the outside world: it may not know ${target}`,
);

const productRule = importRule(
  'the product does not import its tests',
  (path) => isProduct(path) && /^(contract|server|sandbox|web)\/src\//.test(path),
  (_path, { target, isPackage }) =>
    !isPackage && isTest(target) ? `${target} is for tests only` : undefined,
);

/** `base` is what stands beside the folders: session, send, queries. */
function webLayer(path: string): string {
  const [, folder] = /^web\/src\/([^/]+)\//.exec(path) ?? [];
  if (folder !== undefined) return folder;
  return path === 'web/src/app/main.tsx' ? 'main' : path === 'web/src/app/routes.tsx' ? 'routes' : 'base';
}

const webMayUse: Readonly<Record<string, readonly string[]>> = {
  ui: ['ui'],
  base: ['base'],
  parts: ['parts', 'base', 'ui'],
  screens: ['screens', 'parts', 'base', 'ui'],
  /** The ready-made pages: beside the program, on the same parts. */
  pages: ['pages', 'parts', 'base', 'ui'],
  routes: ['screens', 'parts', 'base', 'ui'],
  main: ['routes', 'parts', 'base', 'ui'],
};

const webRule = importRule(
  'web: ui <- parts <- screens <- routes <- main',
  (path) => isIn('web/src')(path) && isProduct(path),
  (path, { target, isPackage }) => {
    if (isPackage || isIn('contract')(target)) return undefined;
    if (!isIn('web/src')(target)) return `web may not import ${target}`;
    const layer = webLayer(path);
    const allowed = webMayUse[layer];
    if (allowed === undefined) return `web/src/${layer} is no layer of test/tidy/rooms.ts`;
    return allowed.includes(webLayer(target)) ? undefined : `${layer} may not import ${webLayer(target)}`;
  },
);

const browserRule = importRule(
  'no schema reaches the browser',
  (path) => isIn('web/src')(path) && isProduct(path),
  (_path, { target, isType }) =>
    isType || !isIn('contract')(target) || contractForBrowsers.has(target)
      ? undefined
      : `import types only from ${target}: its schemas would weigh on every page`,
);

/** The room of a server file: its folder under server/src, or a file that stands beside the folders, with its ending. */
const serverRoom = (path: string): string => path.split('/')[2] ?? '';
const isSlice = (room: string): boolean => Object.hasOwn(sliceEdges, room);

const ground: Readonly<Record<string, readonly string[]>> = {
  platform: ['platform'],
  database: ['database', 'platform'],
  ledger: ['ledger', 'platform'],
  config: ['config'],
  outside: ['outside', 'platform'],
  seed: ['seed', 'accounts', 'identity', 'ledger', 'platform', 'compose.ts'],
};

function judgeSliceImport(slice: string, { target, isType }: Import): Verdict {
  const room = serverRoom(target);
  if (room === slice || room === 'platform' || room === 'ledger') return undefined;
  if ((room === 'context.ts' || target === 'server/src/config/config.ts') && isType) return undefined;
  if (isSlice(room)) {
    return sliceEdges[slice]?.includes(room) === true
      ? undefined
      : `${slice} -> ${room} is not among the edges of test/tidy/rooms.ts`;
  }
  if (outsideInterfaces.has(target)) {
    return isType ? undefined : `a slice takes only types from ${target}; compose.ts chooses the body`;
  }
  return `a slice may not import ${target}`;
}

function judgeCompositionImport(file: string, { target }: Import): Verdict {
  const placeOf = (room: string): number => composition.findIndex((name) => room === `${name}.ts`);
  const place = placeOf(file);
  if (place === -1) return `server/src/${file} has no place in the order of test/tidy/rooms.ts`;
  const room = serverRoom(target);
  if (room === 'outside') {
    return file === 'compose.ts' || outsideInterfaces.has(target)
      ? undefined
      : `only compose.ts chooses bodies: ${target}`;
  }
  return placeOf(room) < place ? undefined : `${file} stands below ${room} and may not import it`;
}

const serverRule = importRule(
  'server: platform <- ledger <- slices <- routes, jobs <- app <- main',
  (path) => isIn('server/src')(path) && isProduct(path),
  (path, imported) => {
    const { target, isPackage } = imported;
    if (isPackage || isIn('contract')(target)) return undefined;
    if (!isIn('server/src')(target)) return `server may not import ${target}`;
    const room = serverRoom(path);
    if (isSlice(room)) return judgeSliceImport(room, imported);
    const allowed = ground[room];
    if (allowed === undefined) return judgeCompositionImport(room, imported);
    return allowed.includes(serverRoom(target)) ? undefined : `${room} may not import ${target}`;
  },
);

const networkPackages = new Set([
  'undici',
  'node:http',
  'node:https',
  'node:http2',
  'node:net',
  'node:tls',
  'node:dgram',
  'nodemailer/lib/smtp-connection',
]);
/** Looking for a free port speaks to nobody outside this machine. The headers are read off an answer that is never sent. */
const mayUsePackage = (path: string, name: string): boolean =>
  isIn('server/src/outside')(path) ||
  path === 'server/src/platform/headers.ts' ||
  (name === 'node:net' && path === 'server/src/platform/free-port.ts');

const networkRule = importRule(
  'server: only outside/ opens connections',
  (path) => isIn('server/src')(path) && isProduct(path),
  (path, { target, isType }) =>
    networkPackages.has(target) && !isType && !mayUsePackage(path, target)
      ? `${target} belongs to server/src/outside, where every answer is a value and every call has a time-out`
      : undefined,
);

const databaseRule = importRule(
  'server: only platform/ and the database room import the driver',
  (path) => isIn('server/src')(path) && isProduct(path),
  (path, { target }) =>
    target === 'pg' &&
    !isIn('server/src/platform')(path) &&
    !isIn('server/src/database')(path) &&
    path !== 'server/src/app/database.ts'
      ? 'use Db or Pool of platform/db.ts'
      : undefined,
);

/** Checks what the files that `isMine` takes call, construct or read. */
function useRule(
  name: string,
  names: readonly string[],
  isMine: (path: string) => boolean,
  says: string,
): Rule {
  return {
    name,
    check: (repository) =>
      scripts(repository)
        .filter((path) => isProduct(path) && isMine(path))
        .flatMap((path) =>
          sourceOf(repository, path)
            .uses.filter((use) => names.includes(use.name))
            .map((use) => ({ path, line: use.line, says: `${use.name}: ${says}` })),
        ),
  };
}

const fetchers = ['fetch', 'EventSource', 'XMLHttpRequest', 'WebSocket', 'sendBeacon'];
const webFetchers = new Set(['web/src/platform/send.ts', 'web/src/platform/events.ts', 'web/src/app/worker.ts']);
/** Programs hand the environment to readConfig; the launcher hands PATH to PostgreSQL. */
const environmentReaders = new Set([
  'server/src/main.ts',
  'server/src/books.ts',
  'server/src/admin.ts',
  'server/src/database/embedded-postgres.ts',
]);

export const roomRules: Rule[] = [
  contractRule,
  sandboxRule,
  productRule,
  webRule,
  browserRule,
  serverRule,
  networkRule,
  databaseRule,
  useRule(
    'server: nobody but outside/ fetches',
    fetchers,
    (path) => isIn('server/src')(path) && !isIn('server/src/outside')(path),
    'calls to the network belong to server/src/outside',
  ),
  useRule(
    'web: only send.ts, events.ts and the service worker fetch',
    fetchers,
    (path) => isIn('web/src')(path) && !webFetchers.has(path),
    'use send() or the event stream',
  ),
  useRule(
    'server: settings are read in one place',
    ['process.env'],
    (path) => isIn('server/src')(path) && !environmentReaders.has(path),
    'add the setting to a table in server/src/config',
  ),
];

/** A way from a slice back to itself, or undefined when there is none. */
export function circleIn(edges: Readonly<Record<string, readonly string[]>>): string[] | undefined {
  const walk = (way: string[]): string[] | undefined => {
    const here = way.at(-1) ?? '';
    if (way.indexOf(here) < way.length - 1) return way;
    for (const next of edges[here] ?? []) {
      const circle = walk([...way, next]);
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
