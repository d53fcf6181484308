/** What staff asked for and a second admin has to confirm first: nothing was done, and the answer says so in the place of its own reply. */
import type { HeldReply } from '@jara/contract/calls/review-queue.ts';

export const isHeld = (reply: object): reply is HeldReply => 'staffRequest' in reply;

/** For whoever goes on with what the call would have made. */
export class Held extends Error {}

export function unlessHeld<Reply extends object>(reply: Reply): Reply {
  if (isHeld(reply)) throw new Held(reply.msg);
  return reply;
}
