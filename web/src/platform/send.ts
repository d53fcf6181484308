/**
 * The only place that calls the API. `send('buyAirtime', body, { key })` answers with the body of a success, throws a `Refusal`
 * for an expected no, and `Unreachable` when no answer came. Parts of the address (`:id`) and, for GET, the query are taken from
 * the same input object by name.
 */
import type { Api, CallBody, CallParams, CallQuery, CallReply } from '@jara/contract/api.ts';
import { clientBuildHeader, newTokenHeader } from '@jara/contract/brand.ts';
import { messages } from '@jara/contract/messages.ts';
import { paths, type CallName } from '@jara/contract/paths.ts';
import type { PasskeyRequest } from '@jara/contract/passkey.ts';
import type { FieldError, RefusalBody, RefusalCode } from '@jara/contract/refusals.ts';
import { noteServedBuild } from './client-build.ts';
import { doubtConnection, noteConnection } from './connection.ts';
import { takeEarly } from './early-answers.ts';
import { askForStepUp } from './step-up-question.ts';
import { givePasskey, hasPasskeys, PasskeyNotMade } from './passkeys.ts';
import { askForPin, BY_PASSKEY, closePinQuestion } from './pin-question.ts';
import { expireSession, isEnded, noteChange, noteUse, readToken, renewToken } from './session.ts';
import { timeLimit } from './time-limit.ts';

export type { CallReply } from '@jara/contract/api.ts';

type Given<T> = [T] extends [undefined] ? unknown : T;
export type CallInput<Name extends CallName> = Given<CallBody<Name>> &
  Given<CallQuery<Name>> &
  Given<CallParams<Name>>;

export interface SendOptions {
  /** The idempotency key of a money call: made when the confirm step opens, kept until a final answer. */
  key?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** For several requests of one press: the PIN that was given for one goes with the next ones. It lives as long as the caller holds it. */
  pin?: { given?: string };
}

/** A call that takes a key is not sent without one. */
type OptionsOf<Name extends CallName> = Api[Name] extends { keyed: true }
  ? [options: SendOptions & { key: string }]
  : [options?: SendOptions];

const defaultTimeoutMs = 25_000;
/** Most answers are there by then; those that are not may still come. */
const lateMs = 4_000;

/** The server said no, in words for a person (`msg`) and a code for the screen. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: RefusalCode;
  readonly errors: FieldError[];
  readonly requestId: string | undefined;
  /** The whole body: some codes carry more, such as `receipt` or `expectedAmount`. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Partial<RefusalBody> & Record<string, unknown>) {
    super(body.msg ?? messages.somethingWentWrong);
    this.name = 'Refusal';
    this.status = status;
    this.code = body.code ?? 'internal_error';
    this.errors = body.errors ?? [];
    this.requestId = body.requestId;
    this.body = body;
  }

  get msg(): string {
    return this.message;
  }

  /** A plain no: whatever else went wrong inside the server says nothing of what was done. */
  get isDefinite(): boolean {
    return this.status < 500 || this.code === 'unavailable' || this.code === 'shop_closed';
  }

  /** What the server says about one field, if anything. */
  errorOf(field: string): string | undefined {
    return this.errors.find((error) => error.field === field)?.msg;
  }
}

/** No answer came: nobody knows whether the request arrived. Sending it again with the same key is safe. */
export class Unreachable extends Error {
  readonly reason: 'offline' | 'timeout' | 'connection';

  constructor(reason: Unreachable['reason']) {
    super(unreachableWords[reason]);
    this.name = 'Unreachable';
    this.reason = reason;
  }
}

const unreachableWords = {
  offline: 'You are offline. Try again when you have network',
  timeout: 'The answer is taking too long. Check your network and try again',
  connection: 'No connection. Check your network and try again',
} as const;

/** The sentence that a toast shows for anything that `send` throws. */
export function wordsOf(error: unknown): string {
  return error instanceof Refusal || error instanceof Unreachable || error instanceof PasskeyNotMade
    ? error.message
    : messages.somethingWentWrong;
}

export async function send<Name extends CallName>(
  name: Name,
  ...[input, options = {}]: unknown extends CallInput<Name>
    ? [input?: undefined, options?: SendOptions]
    : [input: CallInput<Name>, ...options: OptionsOf<Name>]
): Promise<CallReply<Name>> {
  return (await sendWithPin(name, input ?? {}, options)) as CallReply<Name>; // our own server, typed by the contract
}

/** Sends the same request again, with the same key, once the person has given the PIN, the passkey, or the step-up that the server asks for. */
async function sendWithPin(
  name: CallName,
  input: Record<string, unknown>,
  options: SendOptions,
): Promise<unknown> {
  const { pin: pinOfPress } = options;
  let body = pinOfPress?.given === undefined ? input : { ...input, pin: pinOfPress.given };
  let isPinAsked = false;
  let problem: string | undefined;
  let offered: PasskeyRequest | undefined;
  try {
    for (;;) {
      try {
        return await sendOnce(name, body, options);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code === 'step_up_required' && (await askForStepUp())) continue;
        offered = passkeyAskedIn(error) ?? offered;
        // Who logs in chooses on the page of the login.
        if (error.code === 'totp_required' && offered !== undefined && name !== 'login') {
          const passkey = await givePasskey(offered);
          if (passkey === null) throw error;
          offered = undefined;
          body = { ...input, passkey };
          continue;
        }
        if (isPinAsked && passkeyCodes.has(error.code)) {
          body = input;
          problem = error.msg;
          continue;
        }
        // A form that has a field for the PIN says there what is wrong with it.
        if (!pinCodes.has(error.code) || 'oldPin' in input) throw error;
        isPinAsked = true;
        const given = await askForPin(
          error.code === 'wrong_pin' ? error.msg : problem,
          offered !== undefined,
        );
        if (given === null) throw new Refusal(error.status, { ...error.body, msg: pinNotGiven });
        const passkey = given === BY_PASSKEY && offered !== undefined ? await givePasskey(offered) : null;
        if (given === BY_PASSKEY) offered = undefined; // it is answered once
        problem = passkeyNotGiven;
        if (given !== BY_PASSKEY) {
          body = { ...input, pin: given };
          if (pinOfPress !== undefined) pinOfPress.given = given;
        } else body = passkey === null ? input : { ...input, passkey };
      }
    }
  } finally {
    if (isPinAsked) closePinQuestion();
  }
}

const pinCodes = new Set<RefusalCode>(['pin_required', 'wrong_pin']);
const passkeyCodes = new Set<RefusalCode>(['wrong_passkey', 'passkey_copied', 'passkey_needs_password']);
const pinNotGiven = 'Nothing was done: it needs your PIN';
const passkeyNotGiven = 'No passkey was given. Try again, or enter your PIN';

/** What a refusal carries for whoever has a passkey, where this browser can ask for it. */
export const passkeyAskedIn = ({ body }: Refusal): PasskeyRequest | undefined =>
  hasPasskeys() ? (body['passkey'] as PasskeyRequest | undefined) : undefined; // of our own server, as the contract documents the code

async function sendOnce(
  name: CallName,
  input: Record<string, unknown>,
  options: SendOptions,
): Promise<unknown> {
  const { method, url, body } = addressOf(name, input);
  const response = await reach(
    url,
    { method, headers: headersOf(body, options), ...(body && { body }) },
    options,
  );
  const text = await response.text().catch(() => {
    throw new Unreachable('connection');
  });
  const parsed = parseObject(text);
  if (response.ok && parsed !== undefined) return parsed;
  throw refusalOf(response.status, parsed);
}

const fileTimeoutMs = 10 * 60_000;

/** Calls that answer with a file when asked for it by `format`. */
export type FileCall = 'listUsers' | 'listTransactions' | 'findSecurityEvents' | 'getStatement';

/** The same for a file. */
export async function fetchFile(name: FileCall, input: Record<string, unknown>): Promise<Blob> {
  const { method, url } = addressOf(name, input);
  const headers = {
    ...headersOf(undefined, {}),
    accept: 'text/csv, application/jsonl, application/pdf, application/json',
  };
  const response = await reach(url, { method, headers }, { timeoutMs: fileTimeoutMs });
  const file = await response.blob().catch(() => {
    throw new Unreachable('connection');
  });
  if (response.ok) return file;
  throw refusalOf(response.status, parseObject(await file.text()));
}

function refusalOf(status: number, parsed: Record<string, unknown> | unknown[] | undefined): Refusal {
  if (status === 401) expireSession();
  return new Refusal(status, Array.isArray(parsed) ? {} : (parsed ?? {}));
}

function addressOf(name: CallName, input: Record<string, unknown>) {
  const [method = 'GET', pattern = ''] = paths[name].split(' ');
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = pattern.replace(/:(\w+)/g, (_, part: string) => {
    const value = rest.get(part);
    rest.delete(part);
    return encodeURIComponent(String(value));
  });
  if (method !== 'GET') return { method, url: path, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = new URLSearchParams([...rest].map(([field, value]) => [field, String(value)])).toString();
  return { method, url: query === '' ? path : `${path}?${query}`, body: undefined };
}

function headersOf(body: string | undefined, { key }: SendOptions): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
}

interface Init {
  method: string;
  headers: Record<string, string>;
  body?: string;
}

/** Once more where the session was given another token while the request was on its way: nothing was done with the old one. */
async function reach(url: string, init: Init, options: SendOptions): Promise<Response> {
  for (;;) {
    const token = readToken();
    const headers = token === null ? init.headers : { ...init.headers, 'x-auth-token': token };
    const answer = reachOnce(url, { ...init, headers }, options);
    if (init.method !== 'GET') noteChange(answer);
    const response = await answer;
    if (response.status !== 401 || (await isEnded(token))) return response;
  }
}

async function reachOnce(url: string, init: Init, { signal, timeoutMs }: SendOptions): Promise<Response> {
  const limit = timeLimit(timeoutMs ?? defaultTimeoutMs, signal);
  const late = setTimeout(doubtConnection, lateMs);
  try {
    const ask = (): Promise<Response> => fetch(url, { ...init, signal: limit });
    const early = takeEarly(`${init.method} ${url}`, init.headers['x-auth-token'], limit);
    const response = await (early?.catch(ask) ?? ask());
    noteConnection({ dead: false });
    noteServedBuild(response.headers.get(clientBuildHeader));
    if (response.status !== 401) noteUse();
    const newToken = response.headers.get(newTokenHeader);
    if (newToken !== null) renewToken(newToken);
    return response;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    doubtConnection();
    if (limit.aborted) throw new Unreachable('timeout');
    throw new Unreachable(navigator.onLine ? 'connection' : 'offline');
  } finally {
    clearTimeout(late);
  }
}

function parseObject(text: string): Record<string, unknown> | unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
