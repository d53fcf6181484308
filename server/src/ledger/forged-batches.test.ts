/** Batches of purchases that the program would never write: whoever holds its login gets nothing by them. */
import { describe, expect, it } from 'vitest';
import { keyed, openRichBooks, userNamed, walletOf } from '../../test/rich-app.ts';

const books = openRichBooks();

/** A batch of a type, each member by its attributes in SQL. */
const batchOf = (type: string, ...members: Record<string, string | number>[]) => {
  const objects = members.map((member) => Object.entries(member).map(([name, sql]) => `'${name}', ${sql}`));
  const json = objects.map((facts) => `json_build_object(${facts.join(', ')})`).join(', ');
  return `array(select x from json_populate_recordset(null::${type}, json_build_array(${json})) x)`;
};
const sales = (...some: Record<string, string | number>[]) =>
  batchOf(
    'purchase_to_open',
    ...some.map((own, n) => ({ n, ...forgedSale, catalogue_version: catalogueNow, ...own })),
  );
const catalogueNow = '(select version from catalogue_version)';
const forgedSale = Object.fromEntries(
  'type airtime,network MTN,price 5000,cost 4000,supplier GLAD,product x,force true,reference JRFORGED,description x,recipient x'
    .split(',')
    .map((fact) => fact.split(' '))
    .map(([name = '', value = '']) => [name, `'${value}'`]),
);
const opens = (batch: string) => `select open_purchases(${batch}, interval '0', interval '5 seconds')`;
const ofNgozi = { wallet: walletOf('ngozi'), user_id: userNamed('ngozi') };

describe('the functions of purchases refuse', () => {
  it.each<[what: string, refusal: string, ...statements: string[]]>([
    [
      "a purchase out of somebody else's wallet",
      'is no wallet of user',
      opens(sales({ ...ofNgozi, wallet: walletOf('bola') })),
    ],
    [
      'a purchase that is looked at with one wallet and charged to another, by where the list begins',
      'a list that begins with 1',
      opens(
        `('[0:1]=' || ${sales(ofNgozi, { wallet: walletOf('bola'), user_id: userNamed('bola') })}::text)::purchase_to_open[]`,
      ),
    ],
    [
      'purchases in a table in place of a list',
      'a list that begins with 1',
      opens(`array[${sales(ofNgozi)}]`),
    ],
    [
      'a purchase that pays its buyer',
      'violates check constraint',
      `insert into sessions (token_hash, user_id, expires_at) values ('\\x01', ${ofNgozi.user_id}, now() + interval '1 day')`,
      opens(sales({ ...ofNgozi, session_hash: `'\\x01'`, price: -5000 })),
    ],
    [
      'an outcome beside the function that locks what it is about',
      'permission denied',
      `select settle_other_outcomes(${batchOf('purchase_to_settle', { n: 0, transaction_id: keyed('airtime-open'), attempt: 1, outcome: `'refused'` })}, '{}', interval '5 seconds', interval '1 second', interval '1 hour')`,
    ],
  ])('%s', async (_what, refusal, ...statements) => {
    await expect(books.asProgram(statements)).rejects.toThrow(refusal);
  });
});
