import type { PasskeyRequest } from '@jara/contract/passkey.ts';

/** What was found of a step-up that goes with one request. */
export interface StepUpFacts {
  /** The request carries what a passkey answered that was asked to sign this very request: two factors in one. */
  isByPasskey: boolean;
  /** Which one it was. */
  passkeyId?: bigint;
  /** What a refusal carries, so that such an answer can be given; nothing for whoever has no passkey. */
  offerPasskey(): Promise<{ passkey?: PasskeyRequest }>;
}

/** Of a request in nobody's name. */
export const noStepUp: StepUpFacts = { isByPasskey: false, offerPasskey: async () => ({}) };
