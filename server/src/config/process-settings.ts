/** As how many processes the program serves. */
import { availableParallelism } from 'node:os';
import { inRange, type Setting } from './setting.ts';

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
