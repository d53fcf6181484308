/** What must hold of every answer, whatever was asked. */
import { paths, type CallName } from '@jara/contract/paths.ts';
import { refusals, type RefusalCode } from '@jara/contract/refusals.ts';
import { ApiDocument } from '../../test/documented.ts';
import type { Person } from './people.ts';
import type { Sent } from './sent.ts';

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

/** Refusals that say that something else has no time or does not answer, or that the shop is closed: no fault of the program. */
const busyCodes: readonly RefusalCode[] = [
  'shop_closed',
  'unavailable',
  'outcome_unknown',
  'bank_unavailable',
  'gateway_unavailable',
  'identity_unavailable',
  'sms_unavailable',
];

/** What only the inside of the program would say. */
const inside =
  /node_modules|\bat (?:async )?[\w.<>]+ \(|\.ts:\d+|\bselect .+ from \w+|pg_catalog|invalid input syntax|violates .* constraint|ECONNREFUSED|\[object Object\]|argon2|FST_ERR/i;

const document = new ApiDocument();
const [, logIn = ''] = paths.login.split(' ');

export const isBusy = ({ status, text }: Answered): boolean =>
  status === 503 && busyCodes.some((code) => text.includes(`"code":"${code}"`));

export function faultsOf(
  sent: Sent,
  answer: Answered,
  caller: Person | null,
  people: readonly Person[],
): string[] {
  if (sent.method === 'HEAD') return answer.status >= 500 ? [`${answer.status}`] : [];
  return [
    ...statusFaults(answer),
    ...(sent.path.startsWith('/api/') || sent.kind === 'hook' ? shapeFaults(sent, answer) : []),
    ...leakFaults(sent, answer, caller, people),
  ];
}

function statusFaults(answer: Answered): string[] {
  if (answer.status >= 500 && !isBusy(answer))
    return [`status ${answer.status}: ${answer.text.slice(0, 300)}`];
  if (answer.status >= 300 && answer.status < 400) return [`status ${answer.status} in an API`];
  return [];
}

function shapeFaults({ name, kind }: Sent, { status, headers, text }: Answered): string[] {
  const type = (headers.get('content-type') ?? '').split(';')[0];
  if (type === 'text/csv') return name === null ? [] : describedFaults(name, { status, headers, text }, text);
  if (type !== 'application/json')
    return [`content type ${type} with status ${status}: ${text.slice(0, 200)}`];
  const body = parse(text);
  if (body === undefined) return [`no JSON with status ${status}: ${text.slice(0, 200)}`];
  const faults = status >= 400 ? refusalFaults(status, body) : [];
  if (faults.length > 0 || name === null || kind === 'hook') return faults;
  return describedFaults(name, { status, headers, text }, body);
}

const describedFaults = (name: CallName, { status, headers }: Answered, body: unknown): string[] =>
  document.differences(name, { status, headers, body });

function refusalFaults(status: number, body: unknown): string[] {
  const { msg, code, requestId } =
    typeof body === 'object' && body !== null ? new Fields(body) : new Fields({});
  const known = Object.entries(refusals).find(([one]) => one === code)?.[1];
  if (typeof msg !== 'string' || msg === '') return [`a refusal without a sentence: ${JSON.stringify(body)}`];
  if (known === undefined) return [`a refusal without a known code: ${JSON.stringify(body)}`];
  if (known.status !== status) return [`${String(code)} with status ${status}`];
  return typeof requestId === 'string' && requestId !== '' ? [] : ['a refusal without requestId'];
}

class Fields {
  readonly msg: unknown;
  readonly code: unknown;
  readonly requestId: unknown;
  constructor(body: object) {
    const fields = new Map<string, unknown>(Object.entries(body));
    this.msg = fields.get('msg');
    this.code = fields.get('code');
    this.requestId = fields.get('requestId');
  }
}

function leakFaults(
  sent: Sent,
  { text }: Answered,
  caller: Person | null,
  people: readonly Person[],
): string[] {
  const asked = `${sent.path} ${sent.body?.toString() ?? ''}`;
  const shown = inside.exec(text)?.[0];
  // What was sent may come back in a sentence.
  const faults = shown !== undefined && !asked.includes(shown) ? [`it shows its inside: ${shown}`] : [];
  // Who logs in with somebody's password is that person.
  if (caller?.isStaff === true || sent.path.startsWith(logIn)) return faults;
  for (const other of people) {
    if (other === caller) continue;
    for (const secret of [other.email, other.phone, other.sends, other.token]) {
      if (text.includes(secret) && !asked.includes(secret))
        faults.push(`it shows what is ${other.userName}'s: ${secret.slice(0, 6)}`);
    }
  }
  return faults;
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
