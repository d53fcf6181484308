/** What an account asks for after the password: a code of an authenticator app, a passkey, or, in place of either, a recovery code. */
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { StepUpFacts } from '../../platform/sessions/step-up-facts.ts';

export interface SecondFactors {
  hasTotp: boolean;
  hasPasskey: boolean;
}

export const secondFactorsOf = (db: Db, userId: bigint): Promise<SecondFactors> =>
  db.get<SecondFactors>(
    `select exists (select from second_factors where user_id = $1 and confirmed_at is not null) as "hasTotp",
       exists (select from passkeys where user_id = $1) as "hasPasskey"`,
    [userId],
  );

/** Whether the password alone opens nothing. */
export const isTwoStep = ({ hasTotp, hasPasskey }: SecondFactors): boolean => hasTotp || hasPasskey;

/** What to say to whoever has given neither. */
export const secondStepWords = ({ hasTotp, hasPasskey }: SecondFactors): { msg?: string } => {
  if (!hasPasskey) return {};
  return {
    msg: hasTotp
      ? 'Enter the code from your authenticator app, or use your passkey'
      : 'Use your passkey, or enter a recovery code',
  };
};

/** Asks whoever has given neither a code nor a passkey, with `totp_required`, which offers a passkey. */
export const refuseSecondStep = async (
  factors: SecondFactors,
  { offerPasskey }: StepUpFacts,
): Promise<never> => refuse('totp_required', { ...secondStepWords(factors), body: await offerPasskey() });

/** Ends the codes of the app, in the caller's commit. False when they were not on. */
export async function endTotp(db: Db, userId: bigint): Promise<boolean> {
  const wasOn = (await db.run('delete from second_factors where user_id = $1', [userId])) > 0;
  await endIdleRecoveryCodes(db, userId);
  return wasOn;
}

/** What was begun before something else came to guard the account was begun without it: in the caller's commit nobody finishes it any more. */
export async function endBegunTotp(db: Db, userId: bigint): Promise<void> {
  await db.run('delete from second_factors where user_id = $1 and confirmed_at is null', [userId]);
}

/** Ends all that is asked after the password, in the caller's commit. False when nothing was. */
export async function endSecondFactors(db: Db, userId: bigint): Promise<boolean> {
  const passkeys = await db.run('delete from passkeys where user_id = $1', [userId]);
  return (await endTotp(db, userId)) || passkeys > 0;
}

/** Recovery codes stand in for something: without it they would be a second factor of their own that nobody asks for. */
export async function endIdleRecoveryCodes(db: Db, userId: bigint): Promise<void> {
  await db.run(
    `delete from recovery_codes where user_id = $1 and not exists (select from passkeys where user_id = $1)
       and not exists (select from second_factors where user_id = $1 and confirmed_at is not null)`,
    [userId],
  );
}

/** After a change of the password, in the caller's commit: whoever added a passkey may not know the new one. `but`: that one signed the change. */
export async function askPasswordBesidePasskeys(
  db: Db,
  userId: bigint,
  { but }: { but?: bigint | undefined } = {},
): Promise<void> {
  await db.run('update passkeys set needs_password = true where user_id = $1 and id is distinct from $2', [
    userId,
    but ?? null,
  ]);
}
