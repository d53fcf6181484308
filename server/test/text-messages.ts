/** What a test does with text messages: reads what came, takes the code out of it. */
import type { Context } from '../src/app/context.ts';
import { createTextNoticeOutbox } from '../src/slices/text-notices/send-due.ts';
import type { TestApp } from './app.ts';
import { emptyOutbox } from './outbox.ts';

type Message = ReturnType<TestApp['sandbox']['journal']>['messages'][number];

/** The messages that came for this number, oldest first. */
export const messagesTo = (app: Pick<TestApp, 'sandbox'>, phone: string): Message[] =>
  app.sandbox.journal().messages.filter(({ to }) => to === phone);

/** The code of the newest message to this number. */
export function phoneCodeOf(app: Pick<TestApp, 'sandbox'>, phone: string): string {
  const text = messagesTo(app, phone).at(-1)?.text ?? '';
  const [code] = /^\d{6}/.exec(text) ?? [];
  if (code === undefined) throw new Error(`no code in the newest message to ${phone}: ${text}`);
  return code;
}

/** Another of the same length. */
export const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Until none about an account is due. */
export const sendTextNotices = (context: Context): Promise<void> =>
  emptyOutbox(createTextNoticeOutbox(context));
