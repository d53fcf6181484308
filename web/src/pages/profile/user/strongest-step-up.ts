/** What a change of an address takes: the password, and a code where there is two-step login and no PIN, which is asked for by itself. */
import type { SecretName, Secrets } from '../../../shared/forms/step-up-sheet.tsx';

export const stepUpFields = (
  security: { hasPin: boolean; hasTotp: boolean } | undefined,
): readonly SecretName[] =>
  security?.hasTotp === true && !security.hasPin ? ['password', 'code'] : ['password'];

export const stepUpOf = ({ password, code }: Secrets): { password: string; code?: string } => ({
  password,
  ...(code.trim() !== '' && { code }),
});
