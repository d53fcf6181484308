/** A request whose head is there long before its body. */
import { once } from 'node:events';
import { request } from 'node:http';
import { paths, type CallName } from '@jara/contract/paths.ts';
import type { TestApp } from '../../../../test/app.ts';

/**
 * Sends the head of a call that has nothing in its address, and waits until the server has begun with it: it asks for the body then. What
 * is returned sends the body and gives status and code of the answer.
 */
export async function beginCall(
  { url }: TestApp,
  { token }: { token: string },
  name: CallName,
  body: Record<string, unknown>,
): Promise<() => Promise<{ status: number | undefined; code: unknown }>> {
  // From now on the process remembers the token: the head is looked at before anything else can happen.
  const [, balance] = paths.getBalance.split(' ');
  await fetch(new URL(balance ?? '', url), { headers: { 'x-auth-token': token } });
  const [method, path] = paths[name].split(' ');
  const bytes = JSON.stringify(body);
  const begun = request(new URL(path ?? '', url), {
    method: method ?? '',
    headers: {
      'x-auth-token': token,
      'content-type': 'application/json',
      'content-length': bytes.length,
      expect: '100-continue',
    },
  });
  // It may be refused without its body.
  const answered = once(begun, 'response');
  begun.flushHeaders();
  await once(begun, 'continue');
  return async () => {
    begun.end(bytes);
    const [response] = await answered;
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const answer = JSON.parse(Buffer.concat(chunks).toString()) as { code?: unknown };
    return { status: response.statusCode, code: answer.code };
  };
}
