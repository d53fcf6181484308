/** Words that the house has given up, as identifiers: each meant several things, or nothing outside of this house. docs/glossary.md has those that stay. */
import { isScript, lineAt, type Problem, type Repository, type Rule } from './repository.ts';
import { sourceOf } from './source.ts';

/** Word -> what to say instead. A word counts alone and as a part of a name: `toSlip`, `slipOf`. */
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
};

/** Names that the wire, the specification, or somebody else's standard gives. */
const given = new Set([
  'slip',
  'checkSlip',
  'CheckSlip',
  'slipCode',
  'faceValue',
  'faceValueKobo',
  'faceValueOrRefuse',
  'face_value',
  'waiting',
  'waitingSince',
  'listWaiting',
  'decideWaiting',
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
const textLines = [
  'server/src/slices/developers/guide.ts',
  'server/src/slices/mails/',
  'web/src/features/receipt/receipt-picture.ts',
  'web/src/pages/admin/update-price/grid-csv.ts',
  'web/src/pages/profile/developer/',
];
/** Where a word is a standard term: the faces of a typeface, and the control API of the sandbox, whose addresses stay, and lines of text. */
const standard: Readonly<Record<string, readonly string[]>> = {
  face: [
    'web/build/fonts.ts',
    'sandbox/src/control/',
    'sandbox/src/environment/webhooks.ts',
    'server/simulation/',
  ],
  faces: ['web/build/fonts.ts', 'sandbox/src/control/'],
  line: textLines,
  lines: textLines,
  // A method of Node's sockets.
  pause: ['server/test/outside/cutting-proxy.ts'],
  // A field of the sandbox's control API.
  tell: [
    'sandbox/src/simulators/reserved-accounts/reserved-accounts.test.ts',
    'server/src/slices/reserved-accounts/bank-transfers.test.ts',
  ],
};

/** Words that are standard terms but for the rooms where users' money is: there a line was a transaction, elsewhere it is one of text. */
const roomsOfMoney = [
  'contract/src/calls/',
  'server/src/ledger/',
  'server/src/slices/',
  'web/src/features/',
  'web/src/pages/',
];
const within: Readonly<Record<string, readonly string[]>> = { line: roomsOfMoney, lines: roomsOfMoney };
const isIn = (path: string, places: readonly string[]): boolean =>
  places.some((place) => path.startsWith(place));
const isRefusedIn = (path: string, word: string): boolean =>
  Object.hasOwn(retired, word) && isIn(path, within[word] ?? ['']) && !isIn(path, standard[word] ?? []);

const partsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_$#]+/);

/** All but this file, whose table has the words as its keys. */
const isChecked = (path: string): boolean => isScript(path) && path !== 'test/tidy/words.ts';

const wordsRule: Rule = {
  name: 'no identifier is a retired word',
  check: (repository: Repository): Problem[] =>
    [...repository.keys()].filter(isChecked).flatMap((path) =>
      [...sourceOf(repository, path).identifiers].flatMap(([name, start]) => {
        if (given.has(name)) return [];
        const word = partsOf(name).find((part) => isRefusedIn(path, part));
        if (word === undefined) return [];
        return [
          { path, line: lineAt(repository.get(path) ?? '', start), says: `${name}: say ${retired[word]}` },
        ];
      }),
    ),
};

export const wordRules: Rule[] = [wordsRule];
