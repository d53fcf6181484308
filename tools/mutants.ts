/**
 * `npm run mutants -- known [words]`: the known mutants, or those with these words in their rule or file. `npm run mutants -- <room>
 * [words] [--every N]`: a room of money, changed by chance, or only its files with one of the words in their name, and every Nth change
 * alone. Both in a copy of the checkout, so that nothing spoilt is left behind.
 */
import { parseArgs } from 'node:util';
import { mutatedRooms } from './mutated-rooms.ts';
import { mutateRoom } from './mutate-room.ts';
import { tryKnownMutants } from './try-known-mutants.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '1' } },
});
const [what = '', ...words] = positionals;
const room = mutatedRooms[what];
if (what === 'known') {
  if (!(await tryKnownMutants(words.join(' ')))) process.exitCode = 1;
} else if (room !== undefined) {
  const { changes, tried, noticed, timedOut, margin } = await mutateRoom(what, room, {
    words,
    every: Number(values.every),
  });
  const sample = tried === changes ? '' : `, ± ${margin.toFixed(1)}: a sample of ${tried}`;
  const late = timedOut === 0 ? '' : `; of ${timedOut} the tests did not end in time`;
  console.log(`${what}: ${noticed.toFixed(1)} % of ${changes} changes are noticed${sample}${late}`);
} else {
  console.error(
    `npm run mutants -- known [words], or ${Object.keys(mutatedRooms).join(' | ')} [words] [--every N]`,
  );
  process.exitCode = 1;
}
