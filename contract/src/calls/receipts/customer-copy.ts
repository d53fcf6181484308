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

export const getSalesToday = call('getSalesToday', {
  access: 'session',
  summary: 'What you sold today, what it cost you and what you earned by it, at your own selling prices',
  description:
    'Your purchases of this day in Africa/Lagos that were delivered or are on their way. Airtime without a price of yours counts as sold for its face ' +
    `value. Of your newest ${limits.salesTodayMaximum.toLocaleString('en')} transactions.`,
  replies: {
    200: Type.Object({
      sales: Type.Integer(),
      cost: NairaAmount,
      takings: Type.Number({ description: 'Naira; of the sales that have a price, at what it is now' }),
      profit: Type.Number({ description: 'Naira; the takings without what these sales cost' }),
      withoutPrice: Type.Integer({
        description: 'Sales that are in neither: you have set no price for them',
      }),
      isPartial: Type.Boolean({ description: 'There were more today than are counted' }),
    }),
  },
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
