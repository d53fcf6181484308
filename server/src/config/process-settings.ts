/** As how many processes the program serves, and what they do. */
import { availableParallelism } from 'node:os';
import { inRange, oneOf, type Setting } from './setting.ts';

const RANGE = [1, 64] as const;

export const processes: Setting<number> = {
  name: 'PROCESSES',
  shown: { default: '`1`', range: `${RANGE.join('..')}, \`auto\``, live: '' },
  means:
    'processes that serve at the one port; `auto` is one for each core that the program may use. See [more than one process](#more-than-one-process)',
  read(given, { complain }) {
    if (given === undefined) return 1;
    if (given.toLowerCase() === 'auto') return Math.min(availableParallelism(), RANGE[1]);
    if (inRange(given, RANGE)) return Number(given);
    complain(`PROCESSES must be auto or a whole number from ${RANGE.join(' to ')}, not ${given}`);
    return 1;
  },
};

const roles = oneOf('ROLE', ['web', 'worker', 'both'], {
  shown: '`both`',
  means:
    '`web` serves and runs no jobs; `worker` runs the jobs and serves nobody; `both` does both. See [web and worker](#web-and-worker)',
});

export const role: Setting<'web' | 'worker' | 'both'> = {
  ...roles,
  read: (given, start) => roles.read(given, start) ?? 'both',
};
