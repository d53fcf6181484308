import type { Face, World } from '../context.ts';
import { ALARO, GLAD } from '../suppliers.ts';
import { createIdentityFace } from './identity/face.ts';
import { createMsorgFace } from './msorg/face.ts';
import { createPushFace } from './push/face.ts';
import { createReservedAccountsFace } from './reserved-accounts/face.ts';
import { createSmtpFace } from './smtp/face.ts';
import { createSquadFace } from './squad/face.ts';
import { createVtpassFace } from './vtpass/face.ts';

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
