import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  appliedTo,
  attemptStates,
  isForStaff,
  isHeld,
  isOpen,
  listed,
  outcomes,
  postingsOf,
  transitions,
  type AttemptState,
  type Situation,
} from './states.ts';

const money = readFileSync(new URL('../../../docs/money.md', import.meta.url), 'utf8');

/** The cells of the table that begins with this column, without its head. */
function tableOf(firstColumn: string): string[][] {
  const rows = money.split('\n').map((text) =>
    text
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
  const head = rows.findIndex(([first]) => first === firstColumn);
  const end = rows.findIndex((cells, n) => n > head && cells.length === 0);
  return rows.slice(head + 2, end);
}

describe('the table of states', () => {
  it('is what docs/money.md shows', () => {
    expect(tableOf('State')).toEqual(Object.entries(attemptStates));
    expect(tableOf('Outcome')).toEqual(
      Object.entries(outcomes).map(([name, { means, attempt, status, posting }]) => [
        name,
        means,
        attempt,
        status ?? 'same',
        posting.purchase ?? '',
        posting.withdrawal ?? '',
      ]),
    );
    expect(tableOf('Said')).toEqual(
      transitions.map(({ said, attempt, status, kind, when = {}, applied }) => [
        said.join('; '),
        attempt.join(', '),
        status?.join(', ') ?? '',
        Object.entries(when)
          .map(([fact, is]) => (is ? fact : `not ${fact}`))
          .join(', '),
        kind ?? 'both',
        applied,
      ]),
    );
  });

  it('knows which states are open, and which of them are for staff', () => {
    const states = Object.keys(attemptStates) as AttemptState[]; // the keys of the table
    expect(states.filter(isOpen)).toEqual(['sent', 'unknown', 'manual']);
    expect(states.filter(isForStaff)).toEqual(['manual']);
    expect(states.filter(isHeld)).toEqual(['held']);
    expect(listed(['sent', 'unknown'])).toBe("'sent', 'unknown'");
  });

  it('keeps what is of withdrawals alone from purchases, and holds nothing for disputed that is not', () => {
    const purchase = {
      kind: 'purchase',
      said: 'not known yet',
      attempt: 'manual',
      status: 'pending',
    } as const;
    expect(appliedTo({ ...purchase, said: 'delivered', attempt: 'held' })).toBe('nothing');
    expect(appliedTo(purchase)).toBe('nothing');
    for (const attempt of ['reversed', 'recovered'] as const) {
      const answered = { ...purchase, said: 'delivered', attempt, status: 'refunded' } as const;
      expect(appliedTo(answered)).toBe('nothing');
      expect(appliedTo({ ...answered, isAskedSinceReversal: true })).toBe('delivered_late');
    }
    expect(appliedTo({ ...purchase, said: 'refused', hasValue: true })).toBe('disputed');
  });

  const situation: Situation = {
    kind: 'withdrawal',
    said: 'delivered',
    attempt: 'sent',
    status: 'pending',
  };

  it.each<[Partial<Situation>, string]>([
    [{}, 'delivered'],
    [{ attempt: 'manual' }, 'delivered'],
    [{ attempt: 'held' }, 'delivered'],
    [{ said: 'refused', attempt: 'held' }, 'returned'],
    [{ said: 'not known yet', attempt: 'held' }, 'nothing'],
    [{ attempt: 'refused', status: 'failed' }, 'delivered_late'],
    [{ attempt: 'reversed', status: 'refunded' }, 'delivered_late'],
    [{ attempt: 'delivered', status: 'success' }, 'nothing'],
    [{ attempt: 'delivered_late', status: 'failed' }, 'nothing'],
    [{ said: 'refused' }, 'returned'],
    [{ said: 'refused', attempt: 'manual' }, 'returned'],
    [{ said: 'refused', attempt: 'delivered', status: 'success' }, 'reversed'],
    [{ said: 'refused', attempt: 'refused', status: 'failed' }, 'nothing'],
    [{ said: 'refused', attempt: 'delivered_late', status: 'failed' }, 'reversed_late'],
    [{ said: 'refused', attempt: 'reversed_late', status: 'failed' }, 'nothing'],
    [{ attempt: 'reversed_late', status: 'failed' }, 'nothing'],
    [{ said: 'not known yet' }, 'unsettled'],
    [{ said: 'not known yet', attempt: 'manual' }, 'unsettled'],
    [{ said: 'not known yet', attempt: 'delivered', status: 'success' }, 'nothing'],
    [{ said: 'not known yet', attempt: 'refused', status: 'failed' }, 'nothing'],
  ])('of a withdrawal, %o: %s', (changes, applied) => {
    expect(appliedTo({ ...situation, ...changes })).toBe(applied);
  });

  it.each(['purchase', 'withdrawal'] as const)(
    'books each end of a %s by one posting after its way there',
    (kind) => {
      for (const { status, posting } of Object.values(outcomes)) {
        if (status === null) continue;
        const sequences = postingsOf[kind][status];
        expect(sequences.map((codes) => codes.at(-1))).toContain(posting[kind]);
        for (const codes of sequences)
          expect(codes[0]).toBe(`${kind === 'purchase' ? 'purchase' : 'withdraw'}.open`);
      }
    },
  );
});
