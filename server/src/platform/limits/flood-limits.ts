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
 *
 * A token that was never seen to open anything may be made up, and to look it up asks the database. So it counts as one of nobody first, which
 * refuses it where its sender has asked enough, and is given back when it does open something. A token that did so is recognised without that: what a
 * neighbour makes up stops nobody who is known.
 */
import rateLimit from '@fastify/rate-limit';
import { MINUTE_MS, MINUTE_SECONDS } from '@jara/contract/time-units.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../refuse.ts';
import type { Siblings } from '../processes/siblings.ts';
import type { Lookup } from '../sessions/find-token.ts';
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
  /** Counts this request of nobody by its device or network, and says in the headers what is left. Refuses with `too_many_requests`. */
  count(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The same of whoever its token says, who becomes its principal: a token that may be made up is looked up only as long as its sender may ask. */
  countCaller<Opened extends { principal: Principal }>(
    request: FastifyRequest,
    reply: FastifyReply,
    lookup: Lookup<Opened> | undefined,
  ): Promise<Opened | undefined>;
  /** The same for what providers send. */
  countHook(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** What came of counting a request. */
interface Counted {
  headers: Record<string, string>;
  uncount(): void;
}

/** So many times what one network may post have the devices in it together. */
const DEVICES_OF_NETWORK = 10;

type Limit = (request: FastifyRequest) => Promise<Counted>;

export async function addFloodLimits(
  app: FastifyInstance,
  settings: FloodSettings,
  { siblings, keys }: { siblings: Siblings; keys: Keyring },
): Promise<FloodLimits> {
  const { store, uncount } = countsOf(siblings);
  await app.register(rateLimit, { global: false, store });
  const limitOf = createLimits(app, uncount);
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
    tokensOfDevice: limitOf('device-tokens', settings.devicePostsPerMinute, (request) =>
      String(deviceOf(request)),
    ),
    devicesOfNetwork: limitOf('devices-of-network', DEVICES_OF_NETWORK * settings.anonymousPostsPerMinute),
    reads: limitOf('anonymous-reads', settings.anonymousReadsPerMinute),
    hooks: limitOf('hooks', settings.hooksPerMinute),
  };
  const countOfDevice = async (limit: Limit, request: FastifyRequest): Promise<Counted> => {
    const ofDevice = await limit(request);
    const ofNetwork = await limits.devicesOfNetwork(request);
    return {
      headers: ofDevice.headers,
      uncount() {
        ofDevice.uncount();
        ofNetwork.uncount();
      },
    };
  };
  const countNobody = (request: FastifyRequest, hasToken: boolean): Promise<Counted> => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if ((isRead && !hasToken) || deviceOf(request) === undefined)
      return isRead ? limits.reads(request) : limits.posts(request);
    return countOfDevice(isRead ? limits.tokensOfDevice : limits.postsOfDevice, request);
  };
  const findWithin = createFindWithin((request) => countNobody(request, true));
  const count = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    void reply.headers((await countNobody(request, false)).headers);
  };
  return {
    count,
    async countCaller(request, reply, lookup) {
      if (lookup === undefined) {
        await count(request, reply);
        return undefined;
      }
      const { found, before } = await findWithin(request, lookup);
      if (found === undefined) {
        void reply.headers((before ?? (await countNobody(request, true))).headers);
        return undefined;
      }
      before?.uncount();
      request.principal = found.principal;
      void reply.headers((await limits[request.principal.via](request)).headers);
      return found;
    },
    async countHook(request, reply) {
      void reply.headers((await limits.hooks(request)).headers);
    },
  };
}

/** Looks tokens up within what their sender may ask; gives how the request was counted before, where its token may be made up. */
function createFindWithin(countNobody: Limit) {
  /** Of tokens that are being looked up, and may be made up, how the first request was counted. A page that opens asks many things at once. */
  const firstCounted = new Map<string, Promise<Counted>>();
  const isCounted = async (key: string): Promise<boolean> =>
    firstCounted.get(key)?.then(
      () => true,
      () => false,
    ) ?? false;
  return async <Opened extends { principal: Principal }>(
    request: FastifyRequest,
    { key, isKnown, find }: Lookup<Opened>,
  ): Promise<{ found: Opened | undefined; before?: Counted }> => {
    if (isKnown || (await isCounted(key))) return { found: await find() };
    const counted = countNobody(request);
    firstCounted.set(key, counted);
    try {
      return { before: await counted, found: await find() };
    } finally {
      firstCounted.delete(key);
    }
  };
}

/** Makes limits by their name; each counts by the network unless it says by what. */
function createLimits(
  app: FastifyInstance,
  uncount: (name: string, sender: string) => void,
): (name: string, most: number, keyOf?: (request: FastifyRequest) => string) => Limit {
  return (name, most, keyOf = ({ ip }) => networkOf(ip)) => {
    const limit = { max: most, timeWindow: MINUTE_MS, keyGenerator: keyOf, groupId: name };
    const check = app.createRateLimit(limit);
    return async (request: FastifyRequest): Promise<Counted> => {
      const counted = await check(request);
      const counts = { uncount: () => uncount(name, counted.key) };
      if (counted.isAllowed) return { ...counts, headers: {} };
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
      return { ...counts, headers };
    };
  };
}
