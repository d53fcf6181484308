/** Small schemas that several calls share. */
import { Type, type TSchema } from 'typebox';
import { limits } from './constants.ts';

/** Naira as a JSON number with at most two decimals, or the same as a plain decimal string. Checked by `parseNaira`. */
export const NairaInput = Type.Union([Type.Number(), Type.String({ maxLength: 20 })], {
  description: 'Naira with at most 2 decimals: a number (490.5) or a plain decimal string ("490.50")',
});

export const NairaAmount = Type.Number({ description: 'Naira with at most 2 decimals' });
export const Text = (maxLength: number) => Type.String({ maxLength });
/** A code or id that clients send as a number or as a string. */
export const IntegerLike = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ maxLength: 20 })]);
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const Msg = Type.String({ description: 'A sentence for the person' });
/**
 * Of what staff do: `what` it has to say. `in live mode`: the body of the specification has none, so installations say whether they ask for it
 * (`STAFF_REASON_REQUIRED`), as live ones do.
 */
export const Reason = (what: string, needed?: 'in live mode') =>
  Type.String({
    maxLength: limits.reasonMaximum,
    description: `${what}${needed === undefined ? '' : '; live installations ask for it'}; goes into the staff record`,
  });
/** What whoever left it out reads. */
export const sayWhy = 'Say why: it goes into the staff record';
/** In the address of a call about one user. */
export const OfUser = Type.Object({ id: Type.String({ maxLength: 20, description: 'Of the user' }) });
export const Timestamp = Type.String({ description: 'ISO 8601, UTC' });
/** Of a list that grows at its head, which has no numbers of pages: where the page begins, and where the following one does. */
export const Before = Type.Optional(
  Type.String({ pattern: '^[1-9][0-9]{0,17}$', description: 'The `next` of the page before' }),
);
export const Next = Nullable(Type.String({ description: 'For the following page; null on the last one' }));
/** Of users that have a PIN, by the token of a session; API tokens are not asked. */
export const Pin = Type.Optional(Type.String({ maxLength: 20, description: 'Your PIN, when you have one' }));
export const SendAgain = Type.Optional(
  Type.Boolean({
    description:
      'Send again although the same was sent within {PURCHASE_DUPLICATE_WINDOW_SECONDS} s; asked only without a key',
  }),
);
/** `request_id` in the body means the same as the header `Idempotency-Key`. */
export const RequestId = Type.Optional(Type.String({ minLength: 1, maxLength: 255 }));

/** A JSON object of a client's own, with any members. A schema that names members would drop the others. */
export type Metadata = Record<string, unknown>;
const metadata = (description: string) => Type.Unsafe<Metadata>({ type: 'object', description });

/** What a client may write on a transaction that it makes. Neither makes a request happen once: that is the key's. */
export const clientFields = {
  clientReference: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Your own name of the transaction: 1 to 255 visible ASCII characters. Without it the key is the name. It is in the receipt, finds the ' +
        'transaction again, and does not make a request happen once',
    }),
  ),
  metadata: Type.Optional(metadata('Of your own, up to 1,024 bytes of JSON; it comes back in the receipt')),
};
export const ClientReference = Nullable(
  Type.String({ description: "Its maker's own name of it: `clientReference`, else the key" }),
);
export const ClientMetadata = Nullable(metadata('As its maker sent it'));
