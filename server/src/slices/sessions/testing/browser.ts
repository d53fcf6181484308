/** Whoever logs in by a browser, and what a token opens with its cookie or without it. */
import type { TestApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/make.ts';

/** What programs do not send. */
export const browser = { 'sec-fetch-site': 'same-origin' };

export interface LoggedIn {
  token: string;
  cookie: string;
}

export async function logInWith(
  app: TestApp,
  { userName, password }: TestUser,
  headers: Record<string, string>,
): Promise<LoggedIn> {
  const answer = await app.anybody().call('login', { userName, password }, { headers });
  const [cookie = ''] = String(answer.headers.get('set-cookie')).split(';');
  return { token: answer.reply.token, cookie };
}

export const statusOf = async (
  app: TestApp,
  token: string,
  headers: Record<string, string>,
): Promise<number> => (await app.as({ token }).call('getProfile', undefined, { headers })).status;
