/** What a test does with mail: lets the outbox out, reads what came, takes the link of a reset. */
import { vi } from 'vitest';
import { accountLinks } from '../src/slices/accounts/reset-links.ts';
import { deviceCodeLinks } from '../src/slices/login-codes/device-codes.ts';
import { loginCodeLinks } from '../src/slices/login-codes/login-codes.ts';
import { registrationCodeLinks } from '../src/slices/login-codes/registration-codes.ts';
import { emailLinks } from '../src/slices/contact-details/email-links.ts';
import type { Context } from '../src/app/context.ts';
import { createMailOutbox } from '../src/slices/mails/send-due.ts';
import type { TestApp } from './app.ts';
import { emptyOutbox } from './outbox.ts';

/** Until nothing is due. */
export const sendMails = (context: Context): Promise<void> => emptyOutbox(mailOutbox(context));

export const mailOutbox = (context: Context): ReturnType<typeof createMailOutbox> =>
  createMailOutbox(context, {
    ...accountLinks(context),
    ...emailLinks(context),
    ...loginCodeLinks(context),
    ...deviceCodeLinks(context),
    ...registrationCodeLinks(context),
  });

type SentMail = ReturnType<TestApp['sandbox']['journal']>['mails'][number];

/** The mails that came for this address, in the order in which they were written: those that are due together are sent side by side. */
export const mailsTo = (app: Pick<TestApp, 'sandbox'>, address: string): SentMail[] =>
  app.sandbox
    .journal()
    .mails.filter(({ to }) => to === address)
    .toSorted((one, other) => idOf(one) - idOf(other));

/** Its row, which its Message-ID begins with. */
const idOf = ({ messageId }: SentMail): number => Number(/^<(\d+)\./.exec(messageId)?.[1] ?? 0);

/** What the link of the newest mail to this address says. */
export function resetLinkOf(
  app: Pick<TestApp, 'sandbox'>,
  address: string,
): { url: string; userId: string; token: string } {
  const text = mailsTo(app, address).at(-1)?.text ?? '';
  const [url = ''] = /https?:\/\/\S*\/passwordReset#\S+/.exec(text) ?? [];
  if (url === '') throw new Error(`no link in the newest mail to ${address}: ${text}`);
  const said = new URLSearchParams(new URL(url).hash.slice(1));
  return { url, userId: said.get('userId') ?? '', token: said.get('token') ?? '' };
}

/** What stands behind the # of the link of the newest mail to this address. */
export function emailTokenOf(app: Pick<TestApp, 'sandbox'>, address: string): string {
  const text = mailsTo(app, address).at(-1)?.text ?? '';
  const [, token] = /\/email\/(?:confirm|decide)#([\w-]+)/.exec(text) ?? [];
  if (token === undefined) throw new Error(`no link in the newest mail to ${address}: ${text}`);
  return token;
}

/** Where the jobs run, one of them may have the mail in hand. */
export const untilResetLink = (
  app: Pick<TestApp, 'sandbox'>,
  address: string,
): Promise<ReturnType<typeof resetLinkOf>> => vi.waitFor(() => resetLinkOf(app, address), 10_000);
