/** All transfers, page by page; the newest first only for those who ask for it. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Environment } from '../../environment/context.ts';
import { createListQuestions, pageOf, positive } from '../lists.ts';
import { payoutListAnswer } from './answers.ts';
import type { Payouts } from './payouts.ts';

/** Answers a wrong key, and says whether the key is right. */
export type IsKnown = (header: string | undefined, reply: FastifyReply) => boolean;

const PAGE_SIZE = 20;
const LARGEST_PAGE_SIZE = 100;

export function registerPayoutList(
  app: FastifyInstance,
  environment: Environment,
  payouts: Payouts,
  isKnown: IsKnown,
): void {
  const questions = createListQuestions(environment, 'squad');
  app.get<{ Querystring: Record<string, string> }>('/payout/list', async (request, reply) => {
    if (!isKnown(request.headers.authorization, reply) || questions.fails(reply)) return reply;
    await environment.flushed();
    const { page, perPage, dir } = request.query;
    const newestFirst = questions.shown(payouts.list(), ({ record }) => record.at);
    const rows = dir === 'DESC' ? newestFirst : newestFirst.toReversed();
    const size = Math.min(positive(perPage) ?? PAGE_SIZE, LARGEST_PAGE_SIZE);
    return payoutListAnswer(pageOf(rows, positive(page) ?? 1, size));
  });
}
