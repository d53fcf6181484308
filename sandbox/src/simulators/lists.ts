/** What the lists of all simulators share: pages of a size, and what is wrong with them by the switch. */
import type { FastifyReply } from 'fastify';
import type { Environment } from '../environment/context.ts';

export interface ListQuestions {
  /** Answers instead of the list when it is its turn to fail, and says whether it did. */
  fails(reply: FastifyReply): boolean;
  /** The rows that are shown, in their order. */
  shown<Row>(rows: readonly Row[], atOf: (row: Row) => number): readonly Row[];
}

export function createListQuestions({ switches, timings }: Environment, simulator: string): ListQuestions {
  let asked = 0;
  return {
    fails(reply) {
      const { lists } = switches.of(simulator);
      if (lists !== 'fails' && lists !== 'busy') return false;
      asked += 1;
      if (asked % 2 === 0) return false;
      void reply
        .code(lists === 'busy' ? 429 : 500)
        .send({ detail: lists === 'busy' ? 'Request was throttled.' : 'Server error' });
      return true;
    },
    shown(rows, atOf) {
      const { lists } = switches.of(simulator);
      if (lists === 'gaps') return rows.filter((_row, index) => index % 3 !== 1);
      return lists === 'late' ? rows.filter((row) => atOf(row) < Date.now() - timings.processingMs) : rows;
    },
  };
}

/** A page from 1. */
export const pageOf = <Row>(rows: readonly Row[], page: number, size: number): readonly Row[] =>
  rows.slice((page - 1) * size, page * size);

/** A whole number from 1, as it stands in a query; undefined for anything else. */
export function positive(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
