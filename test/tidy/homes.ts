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
];

const isProduct = (path: string): boolean =>
  /^(?:contract|server|web)\/.*\.(?:ts|tsx|sql)$/.test(path) && !isTest(path);

export const homeRules: Rule[] = homes.map(({ name, pattern, homes: allowed, says, alsoIn }) => ({
  name,
  check: (repository) =>
    [...repository].flatMap(([path, text]) => {
      const isLookedAt = isProduct(path) || (alsoIn?.(path) === true && !/^(?:sandbox|test)\//.test(path));
      if (!isLookedAt || allowed.includes(path)) return [];
      return [...matches(text, pattern)].map(({ line }) => ({ path, line, says }));
    }),
}));
