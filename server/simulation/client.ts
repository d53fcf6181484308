/**
 * Clients that live through outages: a request has a key and is sent again, to either server, until its answer is a yes or a no.
 * What was answered is kept: the oracles hold it against the books.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@jara/contract/api.ts';
import { paths, type CallName } from '@jara/contract/paths.ts';
import type { Choice } from './choose.ts';
import type { Counts } from './counts.ts';
import type { Person } from './people.ts';

/**
 * What an answer says: `yes`: done. `accepted`: taken, without an outcome so far. `returned`: refused by who had to deliver, and the
 * money is back. `no`: nothing was done, and sending it again would change nothing. `unavailable`: certainly nothing was done. `unknown`:
 * it is not known. `lost`: no answer. `bug`: the server did not know what to say.
 */
export type Word =
  'yes' | 'accepted' | 'returned' | 'no' | 'unavailable' | 'busy' | 'unknown' | 'lost' | 'bug';

interface SentReceipt {
  _id: string;
  reference: string;
  trans_amount: number;
  trans_Status: string;
  balance_After: number | null;
}

/** What the oracles look at, of all the bodies. */
export interface AnswerBody {
  code?: string;
  msg?: string;
  receipt?: SentReceipt;
  couponCode?: string;
  coupons?: { _id: string; state: string }[];
  reference?: string;
  amount?: number;
  entry?: { _id: string };
  /** What waits for a second admin. */
  staffRequest?: { _id: string };
}

export interface Operation {
  call: CallName;
  /** Null where the call takes none. */
  key: string | null;
  person: Person;
  input: Readonly<Record<string, unknown>>;
  word: Word;
  /** An earlier try may still come through, or has: a no is then no word about all tries. */
  mayHaveBeenDone: boolean;
  /** When the try began that was answered so. */
  lastTryAt: Date;
  status: number;
  body: AnswerBody;
}

export interface Sending {
  call: CallName;
  person: Person;
  input?: Record<string, unknown>;
  key?: string | null;
  /** Sends it once, and takes the first answer for what it says. */
  isImpatient?: boolean;
}

const TIMEOUT_MS = 15_000;
const LONGEST_MS = 150_000;

export interface Client {
  send(sending: Sending): Promise<Operation>;
  /** Everything that was sent so far. */
  readonly operations: readonly Operation[];
}

export function createClient(urls: readonly string[], choice: Choice, counts: Counts): Client {
  const operations: Operation[] = [];

  async function tryOnce({ call, person, input = {}, key = null }: Sending): Promise<[number, AnswerBody]> {
    const [method = 'GET', address = ''] = paths[call].split(' ');
    const rest = { ...input };
    const path = address.replaceAll(/:(\w+)/g, (_match, name: string) => {
      const value = String(rest[name]);
      delete rest[name];
      return encodeURIComponent(value);
    });
    try {
      const answer = await fetch(`${choice.of(urls)}${path}`, {
        method,
        headers: {
          'x-auth-token': person.token,
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
          ...(key === null ? {} : { 'idempotency-key': key }),
        },
        ...(method === 'GET' ? {} : { body: JSON.stringify(rest) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await answer.text();
      return [answer.status, JSON.parse(text) as AnswerBody]; // of our own calls
    } catch {
      return [0, {}];
    }
  }

  return {
    operations,
    async send(given) {
      const sending = takesKey(given.call) ? given : { ...given, key: null };
      const untilMs = performance.now() + LONGEST_MS;
      let mayHaveBeenDone = false;
      for (;;) {
        const lastTryAt = new Date();
        const [status, body] = await tryOnce(sending);
        const word = wordOf(status, body.code);
        counts.add(`answers ${word}`);
        if (word === 'no') counts.add(`refusals ${sending.call} ${body.code}`);
        if (word === 'bug') counts.add(`violation ${status} of ${sending.call}`);
        const isOver = isFinal(word) || sending.isImpatient === true || performance.now() > untilMs;
        if (isOver) {
          const { call, person, input = {}, key = null } = sending;
          const operation = { call, key, person, input, word, mayHaveBeenDone, lastTryAt, status, body };
          operations.push(operation);
          return operation;
        }
        mayHaveBeenDone ||= word !== 'unavailable';
        await delay(choice.between(100, 500));
      }
    },
  };
}

const takesKey = (call: CallName): boolean => 'keyed' in api[call];

const isFinal = (word: Word): boolean => ['yes', 'accepted', 'returned', 'no', 'bug'].includes(word);

const wordOfCode: Readonly<Record<string, Word>> = {
  supplier_refused: 'returned',
  idempotency_in_progress: 'busy',
  outcome_unknown: 'unknown',
  unavailable: 'unavailable',
  shop_closed: 'unavailable',
  bank_unavailable: 'unavailable',
  gateway_unavailable: 'unavailable',
  identity_unavailable: 'unavailable',
};

function wordOf(status: number, code: string | undefined): Word {
  if (status === 0) return 'lost';
  if (status === 202) return 'accepted';
  if (status < 300) return 'yes';
  return wordOfCode[code ?? ''] ?? (status >= 500 ? 'bug' : 'no');
}
