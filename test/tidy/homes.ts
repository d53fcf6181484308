/** What has one home: a fact that stands in two places is right in one of them until somebody changes it. */
import { isTest, matches, type Rule } from './repository.ts';

interface Home {
  name: string;
  pattern: RegExp;
  /** Where it may stand. */
  homes: readonly string[];
  says: string;
  /** Files that are looked at besides those of the product. */
  alsoIn?: (path: string) => boolean;
}

const homes: Home[] = [
  {
    name: 'units of time have one home',
    pattern:
      /\bconst (?:(?:SECOND|MINUTE|HOUR|DAY|WEEK|MONTH|YEAR)S?(?:_MS|_SECONDS)?|(?:second|minute|hour|day|week|month|year)s?(?:Ms|Seconds)) *(?::[^=\n]*)?= *[\d(]/g,
    homes: ['contract/src/time-units.ts'],
    says: 'take it from contract/src/time-units.ts, where its name says what it is counted in',
    alsoIn: isTest,
  },
  {
    name: 'the time zone of Lagos has one home',
    pattern: /(['"`])Africa\/Lagos\1/g,
    homes: [
      'contract/src/lagos-time.ts',
      'server/database/functions/lagos_day.sql',
      'server/database/functions/lagos_midnight.sql',
    ],
    says: 'use contract/src/lagos-time.ts, or lagos_day and lagos_midnight in SQL',
  },
  {
    name: 'who is staff is said in one place',
    pattern: /\bis(?:Admin|Agent)\b(?: === true)?\)? *\|\| *\(?[\w.?]*\bis(?:Admin|Agent)\b/g,
    homes: ['contract/src/is-staff.ts'],
    says: 'ask isStaff of contract/src/is-staff.ts',
  },
  {
    name: 'the words for what was bought have one home',
    pattern: /\b(?:airtime|electricity) \$\{|[tT]ype\}, \$\{/g,
    homes: ['contract/src/product-words.ts'],
    says: 'take them from contract/src/product-words.ts: the price of a seller is found by them',
  },
];

const isProduct = (path: string): boolean =>
  /^(?:contract|server|web)\/.*\.(?:ts|tsx|sql)$/.test(path) && !isTest(path);

/** The tables of settings; a default has the form `key: whole('NAME', { default: 50, ... })` there. */
const tables = /^server\/src\/config\/(?:[\w-]+-settings|fees-and-limits)\.ts$/;
const entry = /(\w+): \w+\('([A-Z][A-Z0-9_]+)', \{\s*(?:default: (?:'([^'\n]*)'|([\d_]+))|\.\.\.[A-Z])/g;
/** Shorter texts, and those that say when a setting is on, mean other things elsewhere. */
const isOwnText = (text: string): boolean => text.length > 9 && !text.startsWith('in ');
/** A few naira are the least of many things. */
const SMALLEST_SUM = 10;
/** Keys that say so little that others bear the same name. */
const common = new Set(['connections', 'others', 'port', 'reseller']);

/**
 * How the default of a setting would stand elsewhere: as its text, as a sum of naira in a sentence, or as a figure under the name of the
 * setting. A bare figure and a time in a sentence mean too many things to be looked for.
 */
function* patternsOf([, key = '', name = '', text, figure]: RegExpMatchArray): Generator<string> {
  if (text !== undefined && isOwnText(text)) yield text.replaceAll(/[^\w ]/g, String.raw`\$&`);
  const isFigure = text === undefined;
  if (isFigure) yield String.raw`\b${name} *[:=] *\d`;
  if (isFigure && !common.has(key)) yield String.raw`\b${key}(?:: number)? = \d`;
  const sum = Number(figure?.replaceAll('_', '') ?? 0);
  if (!name.endsWith('_NAIRA') || sum < SMALLEST_SUM) return;
  const spelled = sum.toLocaleString('en');
  yield String.raw`₦${spelled}(?:\.00)?(?![\d,]|\.\d)`;
  yield String.raw`(?<![\d.,_])${spelled} naira\b`;
}

const defaults: Rule = {
  name: 'the default of a setting stands in its table',
  check(repository) {
    const sources = [...repository].filter(([path]) => tables.test(path));
    const all = sources.flatMap(([, text]) =>
      [...text.matchAll(entry)].flatMap((one) => [...patternsOf(one)]),
    );
    if (all.length === 0) return [];
    const pattern = new RegExp([...new Set(all)].join('|'), 'g');
    const looked = [...repository].filter(([path]) => isProduct(path) && !tables.test(path));
    const says =
      'take it from the configuration; clients get it from the server (contract/src/calls/terms.ts)';
    return looked.flatMap(([path, text]) =>
      [...matches(text, pattern)].map(({ line }) => ({ path, line, says })),
    );
  },
};

const oneHome: Rule[] = homes.map(({ name, pattern, homes: allowed, says, alsoIn }) => ({
  name,
  check: (repository) =>
    [...repository].flatMap(([path, text]) => {
      const isLookedAt = isProduct(path) || (alsoIn?.(path) === true && !/^(?:sandbox|test)\//.test(path));
      if (!isLookedAt || allowed.includes(path)) return [];
      return [...matches(text, pattern)].map(({ line }) => ({ path, line, says }));
    }),
}));

export const homeRules: Rule[] = [...oneHome, defaults];
