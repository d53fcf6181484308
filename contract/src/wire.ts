/** Small schemas that several calls share. */
import { Type, type TSchema } from 'typebox';

/** Naira as a JSON number with at most two decimals, or the same as a plain decimal string. Checked by `parseNaira`. */
export const NairaInput = Type.Union([Type.Number(), Type.String({ maxLength: 20 })], {
  description: 'Naira with at most 2 decimals: a number (490.5) or a plain decimal string ("490.50")',
});

export const Naira = Type.Number({ description: 'Naira with at most 2 decimals' });
export const Text = (maxLength: number) => Type.String({ maxLength });
/** A code or id that clients send as a number or as a string. */
export const IntegerLike = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ maxLength: 20 })]);
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const Msg = Type.String({ description: 'A sentence for the person' });
export const Timestamp = Type.String({ description: 'ISO 8601, UTC' });
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
