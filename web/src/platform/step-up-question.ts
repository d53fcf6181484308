/** The step-up of a session, asked for when a call is refused for want of it. */
import { SheetQuestion } from './sheet-question.ts';

const question = new SheetQuestion<true, boolean>(false);

/** Whether it was given; false when the person would rather not, or when there is no sheet to ask with. */
export const askForStepUp = (): Promise<boolean> => question.ask(true);

/** Called by the sheet. */
export const answerStepUp = (isGiven: boolean): void => question.answer(isGiven);

export const useStepUpQuestion = (): boolean => question.use() !== null;
