/** What stands for its owner beside the password. */
import type { SecretName } from './step-up-sheet.tsx';

export interface SecondFactors {
  hasTotp: boolean;
  hasPasskey: boolean;
}

/** What is typed by whoever says who they are: the password, and a code where there is something to have it from. */
export const twoStepFields = ({ hasTotp, hasPasskey }: SecondFactors): readonly SecretName[] =>
  hasTotp || hasPasskey ? ['password', 'code'] : ['password'];
