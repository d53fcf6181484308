/** What a call is: who may make it, what goes in and what comes out. Server, documentation and web types all read this. */
import type { Static, TSchema } from 'typebox';
import { paths, type CallName } from './paths.ts';
import type { RefusalCode } from './refusals.ts';

/**
 * - `public`: anybody; a valid session is used when there is one
 * - `user`: a signed-in user by session or API token
 * - `session`: a signed-in user by session only
 * - `smart earner`: the session of one
 * - `vendor`: the session of an admin or of a coupon vendor
 * - `staff`: the session of an admin or of an agent; `admin`: the session of an admin
 *
 * Which roles that lets in is the table `permissions` of roles.ts.
 */
export type Access = 'public' | 'user' | 'session' | 'smart earner' | 'vendor' | 'staff' | 'admin';

/**
 * A call that moves money takes a key, so that its repeat does nothing, and says at once whether it takes money out, so that none forgets
 * to ask for the PIN.
 */
type Money =
  | {
      /** Takes `Idempotency-Key` or `request_id`. */
      keyed?: true;
      money?: undefined;
      pin?: undefined;
      bringsMoney?: undefined;
    }
  | {
      keyed: true;
      money: true;
      /** Takes money out of the caller's wallet: whoever has a PIN is asked for it, unless they come by an API token. */
      pin: boolean;
      /** Nothing but brings money into a wallet: answered also while a restore to the past is not settled. */
      bringsMoney?: true;
    }
  | {
      keyed: true;
      /** Of staff: moves money of others, or says what became of it. A vendor takes back the own coupon by it too. Nothing leaves the caller's wallet. */
      money: 'others';
      pin?: undefined;
      bringsMoney?: undefined;
    };

/** Of a file that a call may answer with. */
export type FileType = 'text/csv' | 'application/jsonl' | 'application/pdf';

export type CallShape = Money & {
  access: Access;
  summary: string;
  /** Longer text for the developer documentation. */
  description?: string;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** The body of each success status. */
  replies: Partial<Record<200 | 201 | 202, TSchema>>;
  /** What a success may be instead of JSON, when asked for by `format`. */
  alsoAs?: readonly FileType[];
  /** Of staff: beyond a sum, below cost, or of an account that holds more than a sum, it waits for a second admin, and answers 202 with what waits (`HeldReply`) in place of the above. */
  mayBeHeld?: true;
  /**
   * Shows staff the data of other people, which is put on record: where the user names stand whose data it is, in the answer
   * (`transactions.trans_UserName`) or in the body (`body.userAccount`); `unnamed` where nobody is named.
   */
  reads?: 'unnamed' | `${string}.${string}`;
  /** The refusals that a caller should expect, besides those that every call shares. */
  refusals?: readonly RefusalCode[];
  /** Open to staff who have yet to switch on the two-step login that their installation asks of them. */
  beforeTotp?: boolean;
  /** The sentence for a missing or empty field, where the specification gives one. */
  requiredMsg?: string;
  /** The sentence for a field that has one of its own, for when nothing else is missing. */
  requiredFieldMsg?: Readonly<Record<string, string>>;
  /**
   * A GET that changes something, kept for old clients: refused to whatever a browser opens by itself, not answered to HEAD, and deprecated,
   * with the call that took its place.
   */
  changesByGet?: { instead: CallName };
  /** A question that is a POST: so what is looked for stands in no address, which proxies write into their logs. */
  changesNothing?: true;
  /** A GET whose answer carries an `ETag`: whoever sends that as `If-None-Match` gets 304 and no body as long as nothing has changed. */
  revalidates?: true;
  /** Exists in sandbox mode only. */
  sandboxOnly?: boolean;
};

export type Call<Name extends CallName = CallName, Shape extends CallShape = CallShape> = Shape & {
  name: Name;
  method: string;
  path: string;
};

export function call<const Name extends CallName, const Shape extends CallShape>(
  name: Name,
  shape: Shape,
): Call<Name, Shape> {
  const [method = '', path = ''] = paths[name].split(' ');
  return { ...shape, name, method, path };
}

/** Whether something may be other than before once the call was made: its method says so but for the two flags. */
export const isChange = ({
  method,
  changesByGet,
  changesNothing,
}: CallShape & Pick<Call, 'method'>): boolean =>
  changesNothing !== true && (method !== 'GET' || changesByGet !== undefined);

type StaticOr<S, Fallback> = S extends TSchema ? Static<S> : Fallback;
export type BodyOf<C> = C extends { body: infer S } ? StaticOr<S, undefined> : undefined;
export type QueryOf<C> = C extends { query: infer S } ? StaticOr<S, undefined> : undefined;
export type ParamsOf<C> = C extends { params: infer S } ? StaticOr<S, undefined> : undefined;
/** The body of any success of the call. */
export type ReplyOf<C> = C extends { replies: infer R } ? StaticOr<R[keyof R], never> : never;
