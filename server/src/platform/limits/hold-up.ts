import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@jara/contract/time-units.ts';

const MOST = 2_000;
let held = 0;

/**
 * Waits a second before a refusal that costs next to nothing: whoever asks again as soon as there is an answer would otherwise be refused
 * so often that the refusals themselves slow everybody down. Not while very many are held up already: each keeps a connection.
 */
export async function holdUp(): Promise<void> {
  if (held >= MOST) return;
  held += 1;
  await sleep(SECOND_MS);
  held -= 1;
}
