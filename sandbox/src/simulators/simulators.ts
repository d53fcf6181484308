import type { Face, World } from '../environment/context.ts';
import { ALARO, GLAD } from '../data/suppliers.ts';
import { createIdentityFace } from './identity/simulator.ts';
import { createMsorgFace } from './msorg/simulator.ts';
import { createPushFace } from './push/simulator.ts';
import { createReservedAccountsFace } from './reserved-accounts/simulator.ts';
import { createSmtpFace } from './smtp/simulator.ts';
import { createSquadFace } from './squad/simulator.ts';
import { createVtpassFace } from './vtpass/simulator.ts';

/** The table of faces. A provider that is not in it does not exist; README.md says how to add one. */
export function createFaces(world: World, { smtpPort }: { smtpPort: number }): Face[] {
  return [
    createMsorgFace(GLAD, world),
    createMsorgFace(ALARO, world),
    createVtpassFace(world),
    createSquadFace(world),
    createReservedAccountsFace(world),
    createIdentityFace(world),
    createPushFace(world),
    createSmtpFace(world, smtpPort),
  ];
}
