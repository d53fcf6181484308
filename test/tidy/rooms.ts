/** Who may import whom, and who may touch the outside world (docs/architecture.md). */
import { featureEdges, sliceEdges, type Edges } from './edges.ts';
import { isScript, isTest, type Problem, type Repository, type Rule } from './repository.ts';
import { sourceOf, type Import } from './source.ts';

/** The files that put the server together, from the ground up: each may import those before it. */
const composition = [
  'app/context',
  'routes',
  'app/hooks',
  'app/repeat-jobs',
  'app/watch-backups',
  'app/reseal',
  'app/measures',
  'app/operations',
  'app/brand-icons',
  'app/pages',
  'app/receipt-page',
  'app/status-page',
  'app/unreadable-requests',
  'app/well-known',
  'app/jobs',
  'app/app',
  'app/compose',
  'app/database',
  'app/existing-database',
  'app/migrate-apart',
  'app/start-processes',
  'app/problem-of',
  'books',
  'archive',
  'admin',
  'backup',
  'restore',
  'migrate',
  'main',
];

/** What the slices know of the outside world. The implementations are chosen in compose.ts. */
const outsideInterfaces = new Set([
  'server/src/outside/webhooks/webhooks.ts',
  'server/src/outside/push/push.ts',
  'server/src/outside/suppliers/supplier.ts',
  'server/src/outside/banks/banks.ts',
  'server/src/outside/cards/cards.ts',
  'server/src/outside/identity/identity.ts',
  'server/src/outside/reserved-accounts/reserved-accounts.ts',
  'server/src/outside/mail/mailer.ts',
  'server/src/outside/sms/sms.ts',
]);

/** The parts of the contract whose values may reach the browser: no schemas. */
const contractForBrowsers = new Set(
  [
    ...'brand constants csv-formula dispute-kinds is-staff lagos-time messages'.split(' '),
    ...'digits money money-held new-receiver paths phone product-words public-pages reference scopes staff-limits time-units velocity-limit'.split(
      ' ',
    ),
  ].map((name) => `contract/src/${name}.ts`),
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

/** The first folder below web/src; what stands beside the folders belongs to no layer. */
const webLayer = (path: string): string => /^web\/src\/([^/]+)\//.exec(path)?.[1] ?? 'web/src';
const featureOf = (path: string): string | undefined => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1];

const webMayUse: Edges = {
  ui: ['ui'],
  platform: ['platform'],
  shared: ['shared', 'platform', 'ui'],
  features: ['features', 'shared', 'platform', 'ui'],
  pages: ['pages', 'features', 'shared', 'platform', 'ui'],
  /** The pages that leave the server as HTML: beside the program, of the same components. */
  prerendered: ['prerendered', 'features', 'shared', 'platform', 'ui'],
  app: ['app', 'pages', 'features', 'shared', 'platform', 'ui'],
};

function judgeFeatureImport(path: string, target: string): Verdict {
  const [from, to] = [featureOf(path), featureOf(target)];
  if (from === undefined || to === undefined || from === to) return undefined;
  return featureEdges[from]?.includes(to) === true
    ? undefined
    : `${from} -> ${to} is not among those of test/tidy/edges.ts`;
}

const webRule = importRule(
  'web: platform, ui <- shared <- features <- pages <- app',
  (path) => isIn('web/src')(path) && isProduct(path),
  (path, { target, isPackage }) => {
    if (isPackage || isIn('contract')(target)) return undefined;
    if (!isIn('web/src')(target)) return `web may not import ${target}`;
    const layer = webLayer(path);
    const allowed = webMayUse[layer];
    if (allowed === undefined) return `${layer} is no layer of test/tidy/rooms.ts`;
    if (!allowed.includes(webLayer(target))) return `${layer} may not import ${webLayer(target)}`;
    return judgeFeatureImport(path, target);
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

/** The room of a server file: its slice, or its folder under server/src; nothing for what puts the server together. */
function serverRoom(path: string): string | undefined {
  const [, , folder = '', inside = ''] = path.split('/');
  if (folder === 'slices') return inside;
  return folder === 'app' || folder.endsWith('.ts') ? undefined : folder;
}
const isSlice = (room: string): boolean => Object.hasOwn(sliceEdges, room);

const ground: Edges = {
  config: ['config', 'platform'],
  database: ['database', 'platform'],
  backup: ['backup', 'database', 'platform'],
  platform: ['platform'],
  ledger: ['ledger', 'platform'],
  outside: ['outside', 'platform'],
};
/** Demo data is written by the operations of the slices, in a composed program. */
const seedMayUse = new Set(['seed', 'accounts', 'identity', 'ledger', 'platform']);

function judgeSliceImport(slice: string, { target, isType }: Import): Verdict {
  const room = serverRoom(target);
  if (room === slice || room === 'platform' || room === 'ledger') return undefined;
  if ((target === 'server/src/app/context.ts' || target === 'server/src/config/config.ts') && isType)
    return undefined;
  if (room !== undefined && isSlice(room)) {
    return sliceEdges[slice]?.includes(room) === true
      ? undefined
      : `${slice} -> ${room} is not among those of test/tidy/edges.ts`;
  }
  if (outsideInterfaces.has(target)) {
    return isType
      ? undefined
      : `a slice takes only types from ${target}; compose.ts chooses the implementation`;
  }
  return `a slice may not import ${target}`;
}

function judgeCompositionImport(path: string, { target }: Import): Verdict {
  const placeOf = (file: string): number => composition.findIndex((name) => file === `server/src/${name}.ts`);
  const place = placeOf(path);
  if (place === -1) return `${path} has no place in the order of test/tidy/rooms.ts`;
  if (serverRoom(target) === 'outside') {
    return path === 'server/src/app/compose.ts' || outsideInterfaces.has(target)
      ? undefined
      : `only compose.ts chooses implementations: ${target}`;
  }
  return placeOf(target) < place ? undefined : `${path} stands below ${target} and may not import it`;
}

function judgeServerImport(path: string, imported: Import): Verdict {
  const { target } = imported;
  const room = serverRoom(path);
  if (room === undefined) return judgeCompositionImport(path, imported);
  if (isSlice(room)) return judgeSliceImport(room, imported);
  const used = serverRoom(target) ?? target;
  const isAllowed = room === 'seed' ? seedMayUse.has(used) : ground[room]?.includes(used) === true;
  return isAllowed ? undefined : `${room} may not import ${target}`;
}

const serverRule = importRule(
  'server: platform <- ledger <- slices <- routes, jobs <- app <- main',
  (path) => isIn('server/src')(path) && isProduct(path),
  (path, imported) => {
    const { target, isPackage } = imported;
    if (isPackage || isIn('contract')(target)) return undefined;
    if (!isIn('server/src')(target)) return `server may not import ${target}`;
    return judgeServerImport(path, imported);
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
  // It reads lists of addresses and opens nothing.
  (name === 'node:net' && path === 'server/src/platform/sessions/token-terms.ts') ||
  // The socket under a connection of pg, so that it can be given up.
  (name === 'node:net' &&
    /^server\/src\/platform\/connections\/(?:cuttable-client|servers)\.ts$/.test(path)) ||
  (name === 'node:net' && path === 'server/src/database/free-port.ts');

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
const webFetchers = new Set([
  'web/src/platform/send.ts',
  'web/src/platform/events.ts',
  'web/src/app/worker.ts',
]);
/** Programs hand the environment to readConfig; the launcher hands PATH to PostgreSQL. */
const environmentReaders = new Set([
  'server/src/main.ts',
  'server/src/migrate.ts',
  'server/src/books.ts',
  'server/src/admin.ts',
  'server/src/backup.ts',
  'server/src/archive.ts',
  'server/src/restore.ts',
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
