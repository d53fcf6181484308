/** What keeps a crowd of requests, or one sender of many, from taking the shop away from everybody else. */
import { whole } from './setting.ts';

export const floodSettings = {
  floods: {
    hashQueue: whole('PASSWORD_HASH_QUEUE', {
      default: 64,
      range: [1, 10_000],
      means:
        'passwords and PINs that may wait for their turn to be hashed; beyond it the answer is `unavailable` at once. A core takes about 25 in a second',
    }),
  },
};
