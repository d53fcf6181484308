/**
 * Mutants of what keeps money safe: each takes one rule out of one file, and names the tests that have to fail then. There are such of the
 * functions of the database too, which no tool for TypeScript can change. `npm run mutants -- known` tries them.
 */
import type { Mutant } from './mutant.ts';
import { mutantsOfDecisions } from './mutants-of-decisions.ts';
import { mutantsOfFunctions } from './mutants-of-functions.ts';
import { mutantsOfOtherFunctions } from './mutants-of-other-functions.ts';
import { mutantsOfPostings } from './mutants-of-postings.ts';
import { mutantsOfPrograms } from './mutants-of-programs.ts';

export const knownMutants: readonly Mutant[] = [
  ...mutantsOfPrograms,
  ...mutantsOfFunctions,
  ...mutantsOfOtherFunctions,
  ...mutantsOfPostings,
  ...mutantsOfDecisions,
];
