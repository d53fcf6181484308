/** What keeps a crowd of requests, or one sender of many, from taking the shop away from everybody else. */
import { whole } from './setting.ts';

export const floodSettings = {
  floods: {
    hashQueue: whole('PASSWORD_HASH_QUEUE', {
      default: 64,
      range: [1, 10_000],
      means:
        'passwords and PINs that may wait for their turn to be hashed; beyond it the answer is `unavailable`. Whoever is not signed in takes three quarters of it at most. A core takes about 25 in a second',
    }),
    streamsPerUser: whole('EVENT_STREAMS_PER_USER', {
      default: 12,
      range: [1, 1_000],
      means: 'event streams of one user that are open at once; one more ends the oldest',
    }),
    sessionPerMinute: whole('SESSION_REQUESTS_PER_MINUTE', {
      default: 600,
      sandbox: 1_000_000,
      range: [10, 1_000_000],
      means: 'requests of one user by sessions',
    }),
    apiTokenPerMinute: whole('API_TOKEN_REQUESTS_PER_MINUTE', {
      default: 6_000,
      sandbox: 1_000_000,
      range: [10, 1_000_000],
      means: 'requests of one user by API tokens',
    }),
    anonymousPostsPerMinute: whole('ANONYMOUS_POSTS_PER_MINUTE', {
      default: 300,
      sandbox: 1_000_000,
      range: [10, 1_000_000],
      means: 'logins, registrations and the like from one network, which may be that of a whole carrier',
    }),
    devicePostsPerMinute: whole('DEVICE_POSTS_PER_MINUTE', {
      default: 30,
      sandbox: 1_000_000,
      range: [10, 1_000_000],
      means:
        'the same from one browser that was here before, which does not count with its network: ten times as many as `ANONYMOUS_POSTS_PER_MINUTE` from all of them together that one network has',
    }),
    anonymousReadsPerMinute: whole('ANONYMOUS_READS_PER_MINUTE', {
      default: 3_000,
      sandbox: 1_000_000,
      range: [10, 1_000_000],
      means: 'what one network reads without being signed in',
    }),
    hooksPerMinute: whole('HOOKS_PER_MINUTE', {
      default: 6_000,
      sandbox: 1_000_000,
      range: [10, 1_000_000],
      means: 'messages to `/hooks/...` from one network; providers send what was refused again',
    }),
    connections: whole('CONNECTIONS', {
      default: 10_000,
      range: [100, 1_000_000],
      means: 'open connections; one more is closed at once',
    }),
    connectionsPerAddress: whole('CONNECTIONS_PER_ADDRESS', {
      default: 1_000,
      sandbox: 10_000,
      range: [10, 1_000_000],
      means: 'the same of one network; not counted behind `TRUSTED_PROXIES`, where the proxy has to',
    }),
  },
};
