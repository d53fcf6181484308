import type { Context } from '../../app/context.ts';
import type { HttpFacts } from '../../platform/serve.ts';
import { sendPhoneCode, sendingWords } from '../phone-codes/phone-codes.ts';

/** Sends a code that proves the number, and gives the sentence about it. */
export async function sendCodeTo(
  context: Context,
  { userId, phone }: { userId: bigint; phone: string },
  request: Pick<HttpFacts, 'network'>,
): Promise<string> {
  const words = ` is your ${context.config.brand.name} code to confirm this phone number. We never ask you for it.`;
  const sending = await sendPhoneCode(context, { userId, purpose: 'phone', phone, words }, request);
  return sendingWords(sending, phone);
}
