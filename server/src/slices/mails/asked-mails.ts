/**
 * Mails that anybody can have sent to an account by its name. Each account gets a few in an hour, whoever asks for them; and one where very many were
 * asked for behind the same address: thousands may be there, of whom each needs one. Nobody is refused for what others ask.
 */
import { HOUR_SECONDS } from '@jara/contract/time-units.ts';
import { countAttempt, isWithinAttempts, type AttemptRule } from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import { Refusal } from '../../platform/refuse.ts';

export interface AskedMails {
  /** Of the counters: what is asked for. */
  name: string;
  perHour: number;
  /** How many may be asked for behind one address before it is a busy one. */
  perHourAndNetwork: number;
}

/** What each account gets in an hour from all busy networks together. */
const FROM_BUSY_NETWORKS = 1;

const ruleOf = ({ name, perHour }: AskedMails, parts: readonly string[]): AttemptRule => ({
  name,
  parts,
  most: perHour,
  windowSeconds: HOUR_SECONDS,
});

/** Counts what is asked for there, this one included. */
export const isQuietNetwork = (db: Db, mails: AskedMails, network: string): Promise<boolean> =>
  isWithinAttempts(db, { ...ruleOf(mails, ['address', network]), most: mails.perHourAndNetwork });

/**
 * In the commit that puts the mail into the outbox. Refuses with `too_many_requests` when the account has had as many as it may: the caller
 * says nothing of it to whoever asks. `account` is one text for all its names.
 */
export async function countAskedMail(
  db: Db,
  mails: AskedMails,
  { account, isQuiet }: { account: readonly string[]; isQuiet: boolean },
): Promise<void> {
  await countAttempt(db, ruleOf(mails, account));
  if (isQuiet) return;
  await countAttempt(db, {
    ...ruleOf(mails, [...account, 'from busy networks']),
    most: FROM_BUSY_NETWORKS,
  });
}

/** Of a commit that counts one: what is too much sends nothing, and whoever asked is not refused. */
export function ignoreTooMany(error: unknown): 'locked' {
  if (!(error instanceof Refusal && error.code === 'too_many_requests')) throw error;
  return 'locked';
}
