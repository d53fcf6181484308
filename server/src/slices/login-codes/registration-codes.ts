/**
 * The way on for whoever registers behind an address where others used up what may be tried: a code that goes to the e-mail address which they give.
 * Nobody is asked whether that address is free, so the answer is the same for each; what is mailed to an address that somebody has is the caller's.
 */
import { timingSafeEqual } from 'node:crypto';
import { HOUR_MS, HOUR_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import { countAttempt, isWithinAttempts, uncountAttempt } from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import { macsOf, type Keyring } from '../../platform/keys/keyring.ts';
import { refuse } from '../../platform/refuse.ts';
import type { RegistrationCodeLinks } from '../mails/compose-mail.ts';
import { mailedCodeFactor, MOST_TRIES } from './mailed-code.ts';

/** Whoever guesses needs nothing besides. */
const DIGITS = 8;
/** To different mailboxes, in an hour: more than honest people behind one address need. */
const MAILS_OF_NETWORK = 1_000;
/** A code is good in the hour of the clock in which it was asked for and in the next one. */
const WINDOWS = 2;
const CODE_BYTES = 6;

/** One text for the spellings of an address that most providers put into the same mailbox. For counting alone. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${local.replace(/\+.*/, '').replaceAll('.', '')}@${domain}`;
}

/** Whether a mail may go there: one an hour for each mailbox, whoever asks. Counts it; refuses where a network asks for very many. */
export async function countRegistrationMail(db: Db, email: string, network: string): Promise<boolean> {
  const rule = { name: 'registration code', windowSeconds: HOUR_SECONDS };
  if (!(await isWithinAttempts(db, { ...rule, parts: [mailboxOf(email)], most: 1 }))) return false;
  await countAttempt(db, { ...rule, parts: ['network', network], most: MAILS_OF_NETWORK });
  return true;
}

/** Refuses with `wrong_code` what is not the code of this address, or is over. */
export async function checkRegistrationCode(
  { pool, keys }: Context,
  { email, network }: { email: string; network: string },
  typed: string,
): Promise<void> {
  // By network as well: whoever guesses elsewhere locks nobody out here.
  const rule = {
    name: 'registration code tried',
    parts: [email, network],
    most: MOST_TRIES,
    windowSeconds: HOUR_SECONDS,
  };
  // Counted before it is looked at: guesses that are sent at the same moment count as well.
  await countAttempt(pool, rule);
  const { now } = await pool.get<{ now: Date }>('select now() as now');
  const given = Buffer.from(typed.replaceAll(/\D/g, ''));
  const isRight = Array.from({ length: WINDOWS }, (_, ago) => hourOf(now) - ago)
    .flatMap((hour) => codesOf(keys, email, hour))
    .some((code) => code.length === given.length && timingSafeEqual(Buffer.from(code), given));
  if (!isRight) refuseWrong();
  await uncountAttempt(pool, rule);
}

function refuseWrong(): never {
  const msg = 'This code is not right, or is over';
  refuse('wrong_code', { msg, errors: [{ field: 'deviceCode', msg }], factor: mailedCodeFactor });
}

const hourOf = (at: Date): number => Math.floor(at.getTime() / HOUR_MS);

/** No table has them: they are made of the address and the hour, by a key that the database does not have. The first is by the present key. */
const codesOf = (keys: Keyring, email: string, hour: number): string[] =>
  macsOf(keys, 'login codes', JSON.stringify(['registration', email, hour])).map((mac) =>
    String(mac.readUIntBE(0, CODE_BYTES) % 10 ** DIGITS).padStart(DIGITS, '0'),
  );

/** What the mail says; nothing where it leaves so late that the code is over. */
export const registrationCodeLinks = ({ keys }: Pick<Context, 'keys'>): RegistrationCodeLinks => ({
  registrationCode({ toAddress, createdAt, ageSeconds }) {
    const hour = hourOf(createdAt);
    const isOver = createdAt.getTime() / HOUR_MS + ageSeconds / HOUR_SECONDS >= hour + WINDOWS;
    return isOver ? undefined : codesOf(keys, toAddress, hour)[0];
  },
});
