/** What a list of transactions may be narrowed to, as conditions over `transactions t`. Every value goes in as a parameter. */
import type { CallQuery } from '@jara/contract/api.ts';
import { transactionStatuses, transactionTypes } from '@jara/contract/constants.ts';
import { fewestDigitsOfAll, fewestDigitsOfOne } from '@jara/contract/digits.ts';
import { isStaff } from '@jara/contract/is-staff.ts';
import { endOfDay, lagosDay, startOfDay, type Day } from '@jara/contract/lagos-time.ts';
import { normalisePhone, phoneToFind } from '@jara/contract/phone.ts';
import { isClientReference } from '../../platform/client-facts.ts';
import { given, readPastDay } from '../../platform/lists/filters.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { refuseField } from '../../platform/refuse.ts';

export interface Filter {
  /** `true` when nothing is filtered. */
  where: string;
  params: unknown[];
  /** The same in the words of the sums (sums.ts); undefined when it asks for what they do not know. */
  summed: SummedFilter | undefined;
}

export interface SummedFilter {
  /** The one user whose transactions are asked for, by id or by name; neither is everybody. */
  userId?: bigint;
  userName?: string;
  type: string | undefined;
  status: string | undefined;
  from: Day | undefined;
  to: Day | undefined;
}

type Query = CallQuery<'listTransactions'>;

/** Only staff see other people's transactions. Malformed filters are refused with `invalid_input` and the field. */
export function readFilter(query: Query, viewer: Principal, nowMs: number): Filter {
  const conditions: string[] = [];
  const params: unknown[] = [];
  /** `?` stands for the value. */
  const add = (condition: string, value: unknown): void => {
    params.push(value);
    conditions.push(condition.replaceAll('?', `$${params.length}`));
  };

  const whose = isStaff(viewer) ? readName(query.userName) : { userId: viewer.userId };
  if (whose === 'nobody') conditions.push('false');
  else if (whose.userId !== undefined) add('t.user_id = ?', whose.userId);
  else if (whose.userName !== undefined)
    add('t.user_id = (select id from users where user_name = ?)', whose.userName);
  const type = readWord(query.type, 'type', transactionTypes);
  if (type !== undefined) add('t.type = ?', type);
  const word = readWord(query.status, 'status', [...transactionStatuses, 'processing']);
  const status = word === 'processing' ? 'pending' : word;
  if (status !== undefined) add('t.status = ?', status);
  const isOfEverybody = whose !== 'nobody' && whose.userId === undefined && whose.userName === undefined;
  addRecipient(query.phoneNumber, isOfEverybody ? fewestDigitsOfAll : fewestDigitsOfOne, add);
  const clientReference = given(query.clientReference);
  if (clientReference !== undefined) {
    if (isClientReference(clientReference)) add('t.client_reference = ?', clientReference);
    else conditions.push('false');
  }

  const { from, to } = readDays(query, nowMs);
  if (from !== undefined) add('t.created_at >= ?', startOfDay(from));
  if (to !== undefined) add('t.created_at < ?', endOfDay(to));
  const isSummed =
    whose !== 'nobody' && given(query.phoneNumber) === undefined && clientReference === undefined;
  return {
    where: conditions.length === 0 ? 'true' : conditions.join(' and '),
    params,
    summed: isSummed ? { ...whose, type, status, from, to } : undefined,
  };
}

/** A name that nobody can have finds nobody, and never reaches the database. */
function readName(input: string | undefined): Pick<SummedFilter, 'userId' | 'userName'> | 'nobody' {
  const userName = given(input)?.toLowerCase();
  if (userName === undefined) return {};
  return /^[a-z0-9_]{3,20}$/.test(userName) ? { userName } : 'nobody';
}

function readWord(input: string | undefined, field: string, words: readonly string[]): string | undefined {
  const word = given(input)?.toLowerCase();
  if (word === undefined || word === 'all') return undefined;
  if (!words.includes(word)) refuseField(field, `Unknown ${field}: choose all, ${words.join(', ')}`);
  return word;
}

/** A whole number in any spelling, or the first digits of one. Meter numbers are found the same way. */
function addRecipient(
  input: string | undefined,
  fewestDigits: number,
  add: (condition: string, value: unknown) => void,
): void {
  const text = given(input);
  if (text === undefined) return;
  const digits = phoneToFind(text) ?? '';
  if (digits.length < fewestDigits)
    refuseField('phoneNumber', `Enter at least ${fewestDigits} digits of the number`);
  if (normalisePhone(digits) !== undefined) return add('t.recipient = ?', digits);
  // Two bounds that an index on the recipient can use; ':' is the character after '9'.
  add(`t.recipient >= ? and t.recipient < ? || ':'`, digits);
}

function readDays({ from, to }: Query, nowMs: number): { from: Day | undefined; to: Day | undefined } {
  const today = lagosDay(nowMs);
  const first = readPastDay('from', from, today);
  return { from: first, to: readPastDay('to', to, today) ?? (first === undefined ? undefined : today) };
}
