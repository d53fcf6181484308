/** The product's API as programs call it: for what a journey needs before it begins, and for what it must have changed. */
import type { CallBody, CallParams, CallQuery, CallReply } from '@jara/contract/api.ts';
import { paths, type CallName } from '@jara/contract/paths.ts';
import { expect } from './test.ts';

type Given<T> = [T] extends [undefined] ? unknown : T;
type CallInput<Name extends CallName> = Given<CallBody<Name>> &
  Given<CallQuery<Name>> &
  Given<CallParams<Name>>;

interface Answer<Body> {
  status: number;
  body: Body;
}

/** Makes a call whatever its answer is. */
export async function ask<Name extends CallName>(
  name: Name,
  input: CallInput<Name> | undefined,
  token?: string,
): Promise<Answer<CallReply<Name>>> {
  const [method = 'GET', pattern = ''] = paths[name].split(' ');
  const rest = new Map<string, unknown>(Object.entries(input ?? {}));
  const path = pattern.replaceAll(/:(\w+)/g, (_, part: string) => {
    const value = rest.get(part);
    rest.delete(part);
    return encodeURIComponent(String(value));
  });
  const url = new URL(path, productUrl());
  if (method === 'GET') for (const [field, value] of rest) url.searchParams.set(field, String(value));
  const response = await fetch(url, {
    method,
    headers: {
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
      ...(token !== undefined && { 'x-auth-token': token }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(Object.fromEntries(rest)) }),
  });
  // The shape is the contract's, which the server checks on the way out.
  return { status: response.status, body: (await response.json()) as CallReply<Name> };
}

/** Makes a call that must succeed. */
export async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name> | undefined,
  token?: string,
): Promise<CallReply<Name>> {
  const { status, body } = await ask(name, input, token);
  expect(status, `${name} answered ${JSON.stringify(body)}`).toBeLessThan(300);
  return body;
}

export function productUrl(): string {
  return addressOf('JARA_URL');
}

export function sandboxUrl(): string {
  return addressOf('JARA_SANDBOX_URL');
}

function addressOf(name: string): string {
  const address = process.env[name];
  if (address === undefined) throw new Error(`${name} is set by product.setup.ts, which has not run.`);
  return address;
}
