import { dateWords } from '../../../shared/when.tsx';

/** `30 Nov 2026`: the day whose end is this instant. */
export const lastDayWords = (expiresAt: string): string =>
  dateWords(new Date(Date.parse(expiresAt) - 1).toISOString());
