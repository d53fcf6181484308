/**
 * How much one user, or one network for whoever is not signed in, may ask in a minute. Coarse, and counted in the memory of the processes
 * of one start: it keeps a crowd of requests from taking the shop away from everybody else. How often somebody may be wrong is counted in the database
 * (`attempts.ts`), and each of these limits is far above what a person does, since many people stand behind one address of a carrier.
 */
import rateLimit from '@fastify/rate-limit';
import { MINUTE_MS, MINUTE_SECONDS } from '@jara/contract/time-units.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../refuse.ts';
import type { Siblings } from '../processes/siblings.ts';
import type { Principal } from '../sessions/principal.ts';
import { holdUp } from './hold-up.ts';
import { networkOf } from './network-of.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { countsOf } from './sender-counts.ts';

export interface FloodSettings {
  sessionPerMinute: number;
  apiTokenPerMinute: number;
  anonymousPostsPerMinute: number;
  anonymousReadsPerMinute: number;
  hooksPerMinute: number;
}

export interface FloodLimits {
  /** Counts this request of a user, or of a network when there is none, and says in the headers what is left. Refuses with `too_many_requests`. */
  count(request: FastifyRequest, reply: FastifyReply, principal: Principal | undefined): Promise<void>;
  /** The same for what providers send. */
  countHook(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export async function addFloodLimits(
  app: FastifyInstance,
  settings: FloodSettings,
  siblings: Siblings,
): Promise<FloodLimits> {
  await app.register(rateLimit, { global: false, store: countsOf(siblings) });

  const limitOf = (
    name: string,
    most: number,
    keyOf: (request: FastifyRequest) => string = ({ ip }) => networkOf(ip),
  ) => {
    const limit = { max: most, timeWindow: MINUTE_MS, keyGenerator: keyOf, groupId: name };
    const check = app.createRateLimit(limit);
    return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const counted = await check(request);
      if (counted.isAllowed) return;
      const { remaining, ttlInSeconds, isExceeded } = counted;
      const headers = rateLimitHeaders({
        name,
        most,
        windowSeconds: MINUTE_SECONDS,
        left: remaining,
        secondsLeft: ttlInSeconds,
      });
      if (isExceeded) {
        await holdUp();
        refuse('too_many_requests', { headers, retryAfterSeconds: Math.max(1, ttlInSeconds) });
      }
      void reply.headers(headers);
    };
  };
  const userOf = ({ principal }: FastifyRequest): string => String(principal?.userId);
  const limits = {
    session: limitOf('session', settings.sessionPerMinute, userOf),
    api_token: limitOf('api-token', settings.apiTokenPerMinute, userOf),
    posts: limitOf('anonymous-posts', settings.anonymousPostsPerMinute),
    reads: limitOf('anonymous-reads', settings.anonymousReadsPerMinute),
    hooks: limitOf('hooks', settings.hooksPerMinute),
  };
  return {
    count: (request, reply, principal) =>
      limits[principal?.via ?? (request.method === 'GET' || request.method === 'HEAD' ? 'reads' : 'posts')](
        request,
        reply,
      ),
    countHook: limits.hooks,
  };
}
