/**
 * `npm run mutants -- known [words]`: the known mutants, or those with these words in their rule. `npm run mutants -- <room>`: a room of
 * money, changed by chance; with words
 * behind it only its files with one of these in their name. Both in a copy of the checkout, so that nothing spoilt is left behind.
 */
import { mutatedRooms } from './mutated-rooms.ts';
import { mutateRoom } from './mutate-room.ts';
import { tryKnownMutants } from './try-known-mutants.ts';

const [what = '', ...words] = process.argv.slice(2);
const room = mutatedRooms[what];
if (what === 'known') {
  if (!(await tryKnownMutants(words.join(' ')))) process.exitCode = 1;
} else if (room !== undefined) {
  console.log(`${what}: ${(await mutateRoom(what, room, words)).toFixed(1)} % noticed`);
} else {
  console.error(`npm run mutants -- known [words], or ${Object.keys(mutatedRooms).join(' | ')} [words]`);
  process.exitCode = 1;
}
