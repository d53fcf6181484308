/** What the oracle of answers takes for true of a refund by staff: its own file, since it sells more than the story of the others. */
import { naira } from '@jara/contract/money.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '../test/app.ts';
import { numberOf } from '../test/buying.ts';
import { falseAnswers } from './answer-oracle.ts';
import { Choice } from './choose.ts';
import { createClient, type Operation } from './client.ts';
import { Counts } from './counts.ts';
import { readMade } from './made.ts';

const app = useTestApp();

it('a refund is refused of what is back already, and true only where the money is back', async () => {
  const person = { ...(await app.make.user({ wallet: naira(2_000) })), openingKobo: naira(2_000) };
  const client = createClient([app.url], new Choice(1), new Counts());
  const buy = (ending: string, key: string) =>
    client.send({
      call: 'buyAirtime',
      person,
      input: { network: 1, amount: 500, mobile_number: numberOf('MTN', ending) },
      key,
    });
  const [failed, delivered] = [await buy('0001', 'r-1'), await buy('5555', 'r-2')];
  const refund = async (
    { body: { receipt }, ...sale }: Operation,
    word: Operation['word'],
    code?: string,
  ) => {
    const input = { id: receipt?._id };
    const body = code === undefined ? {} : { code };
    const answer: Operation = { ...sale, call: 'refund', input, key: null, word, body };
    return falseAnswers(app.context.pool, [answer], await readMade(app.context.pool, [answer]));
  };
  expect([failed.word, delivered.word]).toEqual(['returned', 'yes']);
  expect(await refund(failed, 'no', 'already_refunded')).toEqual([]);
  expect(await refund(failed, 'yes')).toEqual([expect.stringContaining('the purchase is failed')]);
  expect(await refund(delivered, 'no', 'already_refunded')).toEqual([
    expect.stringContaining('the purchase is success'),
  ]);
});
