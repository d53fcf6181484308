/** What a seller puts on the copy of a slip that a customer gets, which never has the price that the seller paid. */
import { Type, type Static } from 'typebox';
import { call } from '../../call.ts';
import { limits } from '../../constants.ts';
import { Msg, NairaAmount, NairaInput, Nullable, Text } from '../../wire.ts';

export const CustomerCopy = Type.Object({
  shopName: Nullable(Type.String({ description: 'Heads the copy, where you have given it' })),
  showsPrice: Type.Boolean({ description: 'Your own selling price stands on the copy, where it is known' }),
  prices: Type.Array(
    Type.Object({
      product: Type.String({ description: '`description` of the receipt' }),
      price: NairaAmount,
    }),
    { description: 'Your own selling prices, those that you set last first' },
  ),
});
export type CustomerCopy = Static<typeof CustomerCopy>;

export const getCustomerCopy = call('getCustomerCopy', {
  access: 'session',
  summary: 'What stands on the copy of a slip that your customer gets',
  replies: { 200: CustomerCopy },
});

export const updateCustomerCopy = call('updateCustomerCopy', {
  access: 'session',
  summary: 'Your shop name and your own selling prices, for the slips that you hand out',
  description:
    'What is not sent stays as it is. An empty `shopName` and a `price` of null take away what was there. ' +
    `The ${limits.sellingPricesMaximum} prices that were set last are kept.`,
  body: Type.Object({
    shopName: Type.Optional(Text(200)),
    showsPrice: Type.Optional(Type.Boolean()),
    sellingPrice: Type.Optional(
      Type.Object({
        product: Type.String({ maxLength: 200, description: '`description` of the receipt' }),
        price: Nullable(NairaInput),
      }),
    ),
  }),
  replies: { 200: Type.Object({ msg: Msg, customerCopy: CustomerCopy }) },
});
