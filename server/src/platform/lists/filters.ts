/** What the filters of a list say, and the conditions that they become. */
import { parseDay, type Day } from '@jara/contract/lagos-time.ts';
import { refuseField } from '../refuse.ts';

/** Without the blanks around it; undefined where nothing is left. */
export const given = (text: string | undefined): string | undefined => text?.trim() || undefined;

/** Refuses what is no day. */
export function readDay(field: string, input: string | undefined): Day | undefined {
  const text = given(input);
  return text === undefined
    ? undefined
    : (parseDay(text) ?? refuseField(field, 'Enter the day as YYYY-MM-DD'));
}

/** The same, of what has been: days that are still to come count as today. */
export function readPastDay(field: string, input: string | undefined, today: Day): Day | undefined {
  const day = readDay(field, input);
  return day === undefined || day < today ? day : today;
}

/** `?` stands for the value, each time; a condition without a value is left out. */
export type Condition = readonly [sql: string, value: unknown];

export function whereOf(conditions: readonly Condition[]): { where: string; params: unknown[] } {
  const used = conditions.filter(([, value]) => value !== undefined);
  const where = used.map(([sql], index) => sql.replaceAll('?', `$${index + 1}`)).join(' and ');
  return { where: where === '' ? 'true' : where, params: used.map(([, value]) => value) };
}
