/**
 * What may be wrong with the lists of a simulator. fails, busy: every other question for a list is answered 500, or 429. gaps: every third
 * row is missing. late: what is newer than `processingMs` is not there yet.
 */
export const listTroubles = ['none', 'fails', 'busy', 'gaps', 'late'] as const;
export type ListTrouble = (typeof listTroubles)[number];
