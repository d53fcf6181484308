/** Words that the house has given up, as names: each meant several things, or nothing outside of this house. docs/glossary.md has those that stay. */
import { isScript, lineAt, matches, type Problem, type Repository, type Rule } from './repository.ts';
import { sourceOf } from './source.ts';

/** Word -> what to say instead. A word counts alone and as a part of a name: 'toSlip', 'slipOf'; one of two parts where they meet: 'giveBackNow'. */
export const retired: Readonly<Record<string, string>> = {
  slip: 'receipt',
  slips: 'receipts',
  wish: 'request, input or order',
  wishes: 'requests, inputs or orders',
  desk: 'simulator, fake or isDesktop',
  face: 'simulator',
  faces: 'simulators',
  world: 'environment',
  lane: 'batch queue',
  lanes: 'batch queues',
  door: 'client',
  doors: 'deps',
  ears: 'listener',
  told: 'what was answered, reported or mailed',
  heard: 'received',
  guard: 'step-up, spending control or constraint',
  guards: 'step-up, spending controls or constraints',
  proof: 'books audit, step-up or mac',
  parting: 'flash message',
  enliven: 'enhance',
  tell: 'publish, notify, send or mail',
  tells: 'publishes, notifies, sends or mails',
  hear: 'handle or receive',
  hears: 'handles or receives',
  waiting: 'review queue, pending or queued',
  pause: 'delay or interval',
  pauses: 'delays',
  way: 'permission, link, direction or action',
  ways: 'permissions, links or sequences',
  kept: 'cached, persisted, saved or retained',
  stored: 'saved',
  charge: 'price of a purchase, fee of a funding or withdrawal',
  charges: 'prices or fees',
  line: 'transaction or entry',
  lines: 'transactions or entries',
  bodies: 'implementations',
  'give back': 'return, reverse or refund',
  'gave back': 'returned, reversed or refunded',
  'given back': 'returned, reversed or refunded',
  'gives back': 'returns, reverses or refunds',
  'take back': 'reverse or refund',
  'took back': 'reversed or refunded',
  'taken back': 'reversed or refunded',
  'takes back': 'reverses or refunds',
  'reads on': 'hide on scroll',
  'late field': 'debounced field',
};

/** Names that the wire, the specification, or somebody else's standard gives. */
export const given: ReadonlySet<string> = new Set([
  'slip',
  'checkSlip',
  'CheckSlip',
  'check-slip',
  'faceValue',
  'faceValueKobo',
  'faceValueOrRefuse',
  'face_value',
  'face_value_kobo',
  'waiting',
  'waitingSince',
  'listWaiting',
  'list-waiting',
  'decideWaiting',
  'decide-waiting',
  'not_waiting',
  'skipWaiting',
  'charge',
  'chargePercent',
  'airtimeChargePercent',
  'resellerChargePercent',
  'AIRTIME_CHARGE_BASIS_POINTS',
  'AIRTIME_CHARGE_RESELLER_BASIS_POINTS',
  'chargeEvent',
  'pass_charge',
]);
const texts = [
  'server/src/slices/mails/',
  'web/src/features/receipt/receipt-picture.ts',
  'web/src/pages/admin/update-price/grid-csv.ts',
];
/** Where a word is a standard term: the faces of a typeface, and the control API of the sandbox, whose addresses stay, and lines of text. */
export const standard: Readonly<Record<string, readonly string[]>> = {
  face: ['web/build/fonts.ts', 'sandbox/src/control/', 'sandbox/src/environment/webhooks.ts'],
  faces: ['web/build/fonts.ts', 'sandbox/src/control/', 'server/simulation/float-oracle.ts'],
  line: [...texts, 'web/src/pages/profile/developer/', 'server/src/slices/statements/statement-pdf.ts'],
  lines: [...texts, 'server/src/slices/developers/guide.ts'],
  // A method of Node's sockets.
  pause: ['server/test/outside/cutting-proxy.ts'],
  // A field of the sandbox's control API.
  tell: [
    'sandbox/src/simulators/reserved-accounts/reserved-accounts.test.ts',
    'server/src/slices/reserved-accounts/bank-transfers.test.ts',
    'server/simulation/installation.ts',
  ],
  // A word of SQL, of generated columns.
  stored: ['server/database/migrations/'],
};

/** Words that are standard terms but for some rooms: where users' money is, a line was a transaction, elsewhere it is one of text; where implementations are chosen, bodies were these, elsewhere they are of requests. */
const roomsOfMoney = [
  'contract/src/calls/',
  'server/src/ledger/',
  'server/src/slices/',
  'web/src/features/',
  'web/src/pages/',
];
export const within: Readonly<Record<string, readonly string[]>> = {
  line: roomsOfMoney,
  lines: roomsOfMoney,
  bodies: ['server/src/app/', 'server/src/outside/'],
};
const isIn = (path: string, places: readonly string[]): boolean =>
  places.some((place) => path.startsWith(place));
const isRetiredIn = (path: string, word: string): boolean => isIn(path, within[word] ?? ['']);
const isRefusedIn = (path: string, word: string): boolean =>
  isRetiredIn(path, word) && !isIn(path, standard[word] ?? []);

/** 'toSlip2' -> ' to slip 2 ': words between blanks, so that a word of two parts is found as well. */
const spaced = (name: string): string =>
  ` ${name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[\s_$#.-]+/g, ' ')} `;
const remembered = new Map<string, string[]>();
/** The retired words in a name; most names stand in many files. */
function wordsIn(name: string): string[] {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const words = Object.keys(retired).filter((word) => spaced(name).includes(` ${word} `));
  remembered.set(name, words);
  return words;
}

/** A name that stands in the code, and where. */
interface Name {
  name: string;
  path: string;
  line: number;
}

/** Not of this file, whose table has the words as its keys. */
function* identifiers(repository: Repository): Generator<Name> {
  for (const path of repository.keys()) {
    if (!isScript(path) || path === WORDS) continue;
    for (const [name, start] of sourceOf(repository, path).identifiers)
      yield { name, path, line: lineAt(repository.get(path) ?? '', start) };
  }
}
const WORDS = 'test/tidy/words.ts';

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');
/** Names of tables, columns, constraints, functions and variables: every word that is neither remark nor literal. */
function* sqlNames(repository: Repository): Generator<Name> {
  for (const [path, text] of repository) {
    if (!path.endsWith('.sql')) continue;
    const code = text.replaceAll(/--.*|'(?:[^']|'')*'/g, blank);
    for (const { match, line } of matches(code, /[a-z_]\w*/gi)) yield { name: match[0], path, line };
  }
}

/** Each folder and each file once. A decision keeps the name of its day. */
function* fileNames(repository: Repository): Generator<Name> {
  const seen = new Set<string>();
  for (const path of repository.keys()) {
    if (path.startsWith('docs/decisions/')) continue;
    const parts = path.split('/');
    for (const [index, part] of parts.entries()) {
      const place = parts.slice(0, index + 1).join('/');
      if (seen.has(place)) continue;
      seen.add(place);
      yield { name: part.replace(/(?<=\w)\..*$/, ''), path, line: 1 };
    }
  }
}

const allNames = (repository: Repository): Name[] => [
  ...identifiers(repository),
  ...sqlNames(repository),
  ...fileNames(repository),
];

const refuse =
  (names: (repository: Repository) => Iterable<Name>) =>
  (repository: Repository): Problem[] =>
    [...names(repository)].flatMap(({ name, path, line }) => {
      if (given.has(name)) return [];
      const word = wordsIn(name).find((one) => isRefusedIn(path, one));
      return word === undefined ? [] : [{ path, line, says: `${name}: say ${retired[word]}` }];
    });

const neededRule: Rule = {
  name: 'every exception to the retired words is needed by a name',
  check(repository): Problem[] {
    const names = allNames(repository);
    const complain = (says: string, exception: string): Problem => ({
      path: WORDS,
      line: lineAt(
        repository.get(WORDS) ?? '',
        Math.max(0, (repository.get(WORDS) ?? '').indexOf(exception)),
      ),
      says,
    });
    const used = new Set(names.map(({ name }) => name));
    return [
      ...[...given]
        .filter((name) => !used.has(name))
        .map((name) => complain(`nothing is named ${name}`, `'${name}'`)),
      ...Object.entries(standard).flatMap(([word, places]) =>
        places
          .filter(
            (place) =>
              !names.some(({ name, path }) => path.startsWith(place) && wordsIn(name).includes(word)),
          )
          .map((place) => complain(`nothing in ${place} has ${word} in its name`, `'${place}'`)),
      ),
    ];
  },
};

export const wordRules: Rule[] = [
  { name: 'no identifier is a retired word', check: refuse(identifiers) },
  { name: 'no name in SQL is a retired word', check: refuse(sqlNames) },
  { name: 'no file or folder is named by a retired word', check: refuse(fileNames) },
  neededRule,
];
