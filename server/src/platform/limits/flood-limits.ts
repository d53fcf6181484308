/**
 * How much one user, or one network for whoever is not signed in, may ask in a minute. Coarse, and counted in the memory of the processes
 * of one start: it keeps a crowd of requests from taking the shop away from everybody else. How often somebody may be wrong is counted in the database
 * (`attempts.ts`), and each of these limits is far above what a person does, since many people stand behind one address of a carrier.
 *
 * One of them may use up what its network has and keep all others from logging in. So what a device posts whose cookie this installation made is
 * counted by the device and not with its network. That is told by the seal in the cookie, without asking the database: a made-up cookie costs a
 * hash and counts with its network. Cookies are free for whoever asks, so the devices of one network are bounded together too, ten times as wide:
 * to fill that somebody needs a hundred cookies, each of which cost a request that counted with the network, and goes on only as long
 * as they send. What was refused to one device does not count there: one alone would fill it for all.
 */
import rateLimit from '@fastify/rate-limit';
import { MINUTE_MS, MINUTE_SECONDS } from '@jara/contract/time-units.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../refuse.ts';
import type { Siblings } from '../processes/siblings.ts';
import type { Principal } from '../sessions/principal.ts';
import { deviceMadeHere, readDeviceKey } from '../device-cookie.ts';
import type { Keyring } from '../keys/keyring.ts';
import { holdUp } from './hold-up.ts';
import { networkOf } from './network-of.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { countsOf } from './sender-counts.ts';

export interface FloodSettings {
  sessionPerMinute: number;
  apiTokenPerMinute: number;
  anonymousPostsPerMinute: number;
  devicePostsPerMinute: number;
  anonymousReadsPerMinute: number;
  hooksPerMinute: number;
}

export interface FloodLimits {
  /** Counts this request of a user, or of a device or network when there is none, and says in the headers what is left. Refuses with `too_many_requests`. */
  count(request: FastifyRequest, reply: FastifyReply, principal: Principal | undefined): Promise<void>;
  /** The same for what providers send. */
  countHook(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** So many times what one network may post have the devices in it together. */
const DEVICES_OF_NETWORK = 10;

export async function addFloodLimits(
  app: FastifyInstance,
  settings: FloodSettings,
  { siblings, keys }: { siblings: Siblings; keys: Keyring },
): Promise<FloodLimits> {
  await app.register(rateLimit, { global: false, store: countsOf(siblings) });

  const limitOf = (
    name: string,
    most: number,
    keyOf: (request: FastifyRequest) => string = ({ ip }) => networkOf(ip),
  ) => {
    const limit = { max: most, timeWindow: MINUTE_MS, keyGenerator: keyOf, groupId: name };
    const check = app.createRateLimit(limit);
    return async (request: FastifyRequest): Promise<Record<string, string>> => {
      const counted = await check(request);
      if (counted.isAllowed) return {};
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
      return headers;
    };
  };
  const userOf = ({ principal }: FastifyRequest): string => String(principal?.userId);
  const deviceOf = ({ headers }: FastifyRequest): string | undefined =>
    deviceMadeHere(keys, readDeviceKey(headers.cookie));
  const limits = {
    session: limitOf('session', settings.sessionPerMinute, userOf),
    api_token: limitOf('api-token', settings.apiTokenPerMinute, userOf),
    posts: limitOf('anonymous-posts', settings.anonymousPostsPerMinute),
    postsOfDevice: limitOf('device-posts', settings.devicePostsPerMinute, (request) =>
      String(deviceOf(request)),
    ),
    devicesOfNetwork: limitOf('devices-of-network', DEVICES_OF_NETWORK * settings.anonymousPostsPerMinute),
    reads: limitOf('anonymous-reads', settings.anonymousReadsPerMinute),
    hooks: limitOf('hooks', settings.hooksPerMinute),
  };
  const countPost = async (request: FastifyRequest): Promise<Record<string, string>> => {
    if (deviceOf(request) === undefined) return limits.posts(request);
    const headers = await limits.postsOfDevice(request);
    await limits.devicesOfNetwork(request);
    return headers;
  };
  const countAnonymous = (request: FastifyRequest): Promise<Record<string, string>> =>
    request.method === 'GET' || request.method === 'HEAD' ? limits.reads(request) : countPost(request);
  return {
    async count(request, reply, principal) {
      const count = principal === undefined ? countAnonymous : limits[principal.via];
      void reply.headers(await count(request));
    },
    async countHook(request, reply) {
      void reply.headers(await limits.hooks(request));
    },
  };
}
