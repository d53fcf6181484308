/** What moved in a wallet over a period, from its opening balance to its closing one, as the books have it. */
import { Type } from 'typebox';
import { call } from '../../call.ts';
import { limits } from '../../constants.ts';
import { NairaAmount, Text } from '../../wire.ts';

export const getStatement = call('getStatement', {
  access: 'user',
  summary: 'Your wallet over a period: opening balance, movements, closing balance',
  description:
    `Days are those of Africa/Lagos, both included; from the first of this month to today unless given. The opening balance and all ` +
    `movements come to the closing balance, to the kobo. \`format=csv\` answers with up to ${limits.statementMovementsInCsv.toLocaleString('en-NG')} movements as a file, each ` +
    `with its \`clientReference\`; \`format=pdf\` with up to ${limits.statementMovementsInPdf.toLocaleString('en-NG')}.`,
  query: Type.Object({
    from: Type.Optional(Text(40)),
    to: Type.Optional(Text(40)),
    format: Type.Optional(Text(10)),
  }),
  alsoAs: ['text/csv', 'application/pdf'],
  refusals: ['too_many_requests'],
  replies: {
    200: Type.Object({
      from: Type.String({ description: 'YYYY-MM-DD' }),
      to: Type.String({ description: 'YYYY-MM-DD' }),
      openingBalance: NairaAmount,
      closingBalance: NairaAmount,
      movements: Type.Integer({ description: 'How many there are' }),
    }),
  },
});
