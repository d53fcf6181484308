/** Whether a name and a date of birth that somebody entered are those of the register. Pure. */
import type { LookUpAnswer } from '../../outside/identity/identity.ts';

export interface Details {
  firstName: string;
  lastName: string;
  /** YYYY-MM-DD */
  dateOfBirth: string;
}

type Person = Pick<
  Extract<LookUpAnswer, { outcome: 'found' }>,
  'firstName' | 'middleName' | 'lastName' | 'dateOfBirth'
>;

/** First and last name in either order, since registers swap them; the middle name may stand in for the first, as many go by it. */
export function areSameDetails(given: Details, person: Person): boolean {
  const birth = person.dateOfBirth === null ? undefined : readBirthDate(person.dateOfBirth);
  const entered = readBirthDate(given.dateOfBirth);
  if (birth === undefined || entered === undefined || !isSameDay(entered, birth)) return false;
  const [first, last] = [plain(given.firstName), plain(given.lastName)];
  const [registeredFirst, registeredLast] = [plain(person.firstName), plain(person.lastName)];
  if ([first, last].includes('') || [registeredFirst, registeredLast].includes('')) return false;
  const middle = plain(person.middleName ?? '');
  return (
    (first === registeredFirst && last === registeredLast) ||
    (first === registeredLast && last === registeredFirst) ||
    (first === middle && last === registeredLast)
  );
}

/** Case, accents, apostrophes, hyphens and spaces are written differently everywhere. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase();

interface BirthDate {
  day: number;
  month: number;
  /** Two digits where the register writes two. */
  year: number;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `1990-02-01`, `01-02-1990`, `1/2/90`, `01-Feb-1990`: the day before the month, where the year does not come first. */
export function readBirthDate(text: string): BirthDate | undefined {
  const [one = '', two = '', three = '', ...rest] =
    text
      .trim()
      .split('T')[0]
      ?.split(/[\s./-]+/) ?? [];
  if (rest.length > 0) return undefined;
  const monthOf = (part: string): number =>
    /^\d{1,2}$/.test(part) ? Number(part) : months.indexOf(part.slice(0, 3).toLowerCase()) + 1;
  const [year, day] = /^\d{4}$/.test(one) ? [one, three] : [three, one];
  if (!/^(?:\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(day)) return undefined;
  const date = { day: Number(day), month: monthOf(two), year: Number(year) };
  return date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= 31 ? date : undefined;
}

const isSameDay = (one: BirthDate, other: BirthDate): boolean =>
  one.day === other.day &&
  one.month === other.month &&
  (one.year === other.year || (Math.min(one.year, other.year) < 100 && one.year % 100 === other.year % 100));
