/**
 * Everybody with an identity number, made up from the number: the same digits are the same person, whether they are asked for as a
 * BVN or as a NIN.
 */
export interface Person {
  firstName: string;
  middleName: string;
  lastName: string;
  /** YYYY-MM-DD */
  dateOfBirth: string;
  phone: string;
}

const firstNames = [
  'Adaeze',
  'Bola',
  'Chidi',
  'Damilola',
  'Emeka',
  'Fatima',
  'Halima',
  'Ifeanyi',
  'Kunle',
  'Ngozi',
];
const middleNames = [
  'Amara',
  'Blessing',
  'Chinedu',
  'Grace',
  'Ibrahim',
  'Joy',
  'Musa',
  'Oluwaseun',
  'Sade',
  'Zainab',
];
const lastNames = [
  'Adeyemi',
  'Bello',
  'Chukwu',
  'Danjuma',
  'Eze',
  'Garba',
  'Nwosu',
  'Obi',
  'Okafor',
  'Yusuf',
];

/** What begins like this stands in the register without a phone number: its person is known by name and date of birth alone. */
export const hasPhone = (number: string): boolean => !number.startsWith('99');

export function personOf(number: string): Person {
  const digits = Array.from(number, Number);
  const pick = (names: readonly string[], place: number): string => names[digits.at(place) ?? 0] ?? '';
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const at = (place: number): number => digits.at(place) ?? 0;
  return {
    firstName: pick(firstNames, -5),
    middleName: pick(middleNames, -6),
    lastName: pick(lastNames, -7),
    dateOfBirth: `${1960 + at(-1) * 4}-${twoDigits(1 + at(-2))}-${twoDigits(1 + at(-3) * 2)}`,
    phone: `070${number.slice(-8)}`,
  };
}
