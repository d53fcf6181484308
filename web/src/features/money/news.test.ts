// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { receipt } from '../../../test/people.ts';
import { readLocal } from '../../platform/local-storage.ts';
import { markSeen, newsOf } from './news.ts';

afterEach(() => localStorage.clear());

const transaction = (_id: string, trans_Status = 'success', trans_Type = 'airtime') =>
  receipt({ _id, trans_Status, trans_Type });
const seenBy = (user: string) => JSON.parse(readLocal(`seenLines:${user}`) ?? 'null') as [string, string][];
const idsOf = (transactions: ReturnType<typeof newsOf<ReturnType<typeof transaction>>>) =>
  transactions.map(({ _id }) => _id);

describe('news', () => {
  it('is a purchase that ended since it was seen waiting, and what came in', () => {
    markSeen('ada', [transaction('2', 'pending'), transaction('1')]);
    const transactions = [
      transaction('4', 'success', 'transfer'),
      transaction('3', 'pending'),
      transaction('2', 'failed'),
      transaction('1'),
    ];
    expect(idsOf(newsOf(transactions, seenBy('ada')))).toEqual(['4', '2']);
  });

  it('is a purchase that was taken back later; its return is told with it', () => {
    markSeen('ada', [transaction('1')]);
    const transactions = [transaction('2', 'success', 'refund'), transaction('1', 'refunded')];
    expect(idsOf(newsOf(transactions, seenBy('ada')))).toEqual(['1']);
  });

  it('is nothing that stood there before anything was remembered', () => {
    expect(newsOf([transaction('1')], undefined)).toEqual([]);
  });

  it('is each user’s own, and remembered for the newest transactions', () => {
    markSeen(
      'ada',
      Array.from({ length: 400 }, (_, index) => transaction(String(400 - index))),
    );
    expect(seenBy('ada')).toHaveLength(300);
    expect(seenBy('ada').at(-1)).toEqual(['400', 'success']);
    markSeen('ada', [transaction('400', 'refunded')]);
    expect(seenBy('ada').filter(([id]) => id === '400')).toEqual([['400', 'refunded']]);
    expect(seenBy('chidi')).toBeNull();
  });
});
