// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { receipt } from '../../../test/people.ts';
import { readStored } from '../../platform/local-storage.ts';
import { markSeen, newsOf } from './news.ts';

afterEach(() => localStorage.clear());

const line = (_id: string, trans_Status = 'success', trans_Type = 'airtime') =>
  receipt({ _id, trans_Status, trans_Type });
const seenBy = (user: string) => JSON.parse(readStored(`seenLines:${user}`) ?? 'null') as [string, string][];
const idsOf = (lines: ReturnType<typeof newsOf<ReturnType<typeof line>>>) => lines.map(({ _id }) => _id);

describe('news', () => {
  it('is a purchase that ended since it was seen waiting, and what came in', () => {
    markSeen('ada', [line('2', 'pending'), line('1')]);
    const lines = [line('4', 'success', 'transfer'), line('3', 'pending'), line('2', 'failed'), line('1')];
    expect(idsOf(newsOf(lines, seenBy('ada')))).toEqual(['4', '2']);
  });

  it('is a purchase that was taken back later; its return is told with it', () => {
    markSeen('ada', [line('1')]);
    const lines = [line('2', 'success', 'refund'), line('1', 'refunded')];
    expect(idsOf(newsOf(lines, seenBy('ada')))).toEqual(['1']);
  });

  it('is nothing that stood there before anything was remembered', () => {
    expect(newsOf([line('1')], undefined)).toEqual([]);
  });

  it('is each user’s own, and remembered for the newest lines', () => {
    markSeen(
      'ada',
      Array.from({ length: 400 }, (_, index) => line(String(400 - index))),
    );
    expect(seenBy('ada')).toHaveLength(300);
    expect(seenBy('ada').at(-1)).toEqual(['400', 'success']);
    markSeen('ada', [line('400', 'refunded')]);
    expect(seenBy('ada').filter(([id]) => id === '400')).toEqual([['400', 'refunded']]);
    expect(seenBy('chidi')).toBeNull();
  });
});
