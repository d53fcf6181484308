/** What a simulator sends for each outcome, whichever provider it plays: the faults look alike everywhere, the words are the provider's. */
import type { FastifyReply } from 'fastify';
import type { Outcome } from '../data/outcomes.ts';
import type { Environment } from '../environment/context.ts';

/** The provider's own answers. */
export interface OwnAnswers {
  done: () => FastifyReply;
  refused: () => FastifyReply;
  floatTooLow: () => FastifyReply;
}

/** What the provider books it has booked before: an answer can be lost, what was done cannot. */
export async function answerByOutcome(
  environment: Environment,
  reply: FastifyReply,
  { answer }: Outcome,
  { done, refused, floatTooLow }: OwnAnswers,
): Promise<FastifyReply> {
  switch (answer) {
    case 'refusal':
      return refused();
    case 'float too low':
      return floatTooLow();
    case 'dropped connection':
      return cut(reply);
    case 'silence':
      return reply.hijack();
    case 'page 200':
      return reply.type('text/html').send('<html><body>Be right back</body></html>');
    case 'page 500':
      return reply.code(500).type('text/html').send('<html><body>Server error</body></html>');
    case 'body when settled':
      await new Promise<void>((resolve) =>
        environment.timers.at(Date.now() + environment.timings.slowMs, resolve),
      );
      return done();
    case 'body':
      return done();
  }
}

/** Closes the connection before any byte of an answer. */
export function cut(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.request.raw.socket.destroy();
  return reply;
}
