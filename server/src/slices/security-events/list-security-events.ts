import type { SecurityEvent, StaffSecurityEvent } from '@jara/contract/calls/security-events.ts';
import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { readSecurityEvents } from './read-security-events.ts';

/** The owner sees that staff did something, and not who. */
export const listSecurityEvents =
  ({ pool }: Context): Handler<'listSecurityEvents'> =>
  async ({ principal: { userId }, query: { before } }) => {
    const { events, next } = await readSecurityEvents(pool, { userId }, { before });
    return { events: events.map(forOwner), next };
  };

function forOwner(event: StaffSecurityEvent): SecurityEvent {
  const { userName: _, actor: __, requestId: ___, ...rest } = event;
  return rest;
}
