/** What a change of an address takes beside the password: a code or a passkey with two-step login on; else the PIN, which is asked for by itself. */
import type { SecretName, Secrets } from '../../../shared/forms/step-up-sheet.tsx';
import { twoStepFields, type SecondFactors } from '../../../shared/forms/two-step-fields.ts';

export const stepUpAsked = (
  security: SecondFactors | undefined,
): { fields: readonly SecretName[]; passkey: boolean } => ({
  fields: security === undefined ? ['password'] : twoStepFields(security),
  passkey: security?.hasPasskey ?? false,
});

export const stepUpOf = ({ password, code }: Secrets): { password: string; code?: string } => ({
  password,
  ...(code.trim() !== '' && { code }),
});
