/** The PIN, asked for when a call is refused for want of it. It is not kept anywhere: it lives from the question to the end of the request, or of the requests of one press. */
import { SheetQuestion } from './sheet-question.ts';

export interface PinQuestion {
  /** What was wrong with the last answer. */
  error: string | undefined;
  canUsePasskey: boolean;
  /** The answer is on its way to the server. */
  isChecking: boolean;
}

/** In place of the PIN. */
export const BY_PASSKEY = 'passkey';

const question = new SheetQuestion<PinQuestion, string | null>(null);

/** The PIN that the person enters, or `BY_PASSKEY`; null when they would rather not, or when there is no sheet to ask with. */
export const askForPin = (error: string | undefined, canUsePasskey = false): Promise<string | null> =>
  question.ask({ error, canUsePasskey, isChecking: false });

/** Called by the sheet, which stays until `closePinQuestion`; null gives up. */
export const answerPin = (pin: string | null): void =>
  question.answer(pin, pin === null ? null : { error: undefined, canUsePasskey: false, isChecking: true });

/** The request that carried the PIN has its answer. */
export const closePinQuestion = (): void => question.close();

export const usePinQuestion = question.use;
