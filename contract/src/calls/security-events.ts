/** What happened to what guards an account: for its owner, and for staff who look into an attack. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { securityEventKinds, securityFactors } from '../security-event-kinds.ts';
import { Before, Next, Nullable, Text, Timestamp } from '../wire.ts';

const words = (description: string) => Nullable(Type.String({ description }));

/** Beside the calls: answers name nothing that sounds like a secret, not even in words. */
const vocabulary = `\`what\` is one of ${securityEventKinds.join(', ')}; \`factor\` of ${securityFactors.join(', ')}.`;

const event = {
  _id: Type.String(),
  what: Type.String(),
  factor: words('What was given as proof'),
  outcome: Type.String({
    description: 'ok, wrong, locked (too many were wrong before), refused',
  }),
  detail: words('The call that asked for a proof or was refused, or what the account became'),
  device: words('For example `Chrome on Android`'),
  ipPrefix: words('Where it came from: `102.89.x.x`'),
  isByStaff: Type.Boolean({ description: 'Staff did it, not who held the account' }),
  createdAt: Timestamp,
};

export const SecurityEvent = Type.Object(event);
export type SecurityEvent = Static<typeof SecurityEvent>;

export const StaffSecurityEvent = Type.Object({
  ...event,
  userName: words('Whose account; null where a name was tried that nobody has'),
  actor: words('Who of staff did it'),
  requestId: words('As in the log'),
});
export type StaffSecurityEvent = Static<typeof StaffSecurityEvent>;

export const listSecurityEvents = call('listSecurityEvents', {
  access: 'session',
  beforeTotp: true,
  summary: 'What happened to what guards your account, newest first, 50 a page',
  description:
    'Logins, wrong proofs, reached limits, and changes of what guards the account. Of refusals, 60 in an hour are listed. ' +
    vocabulary,
  query: Type.Object({ before: Before }),
  replies: { 200: Type.Object({ events: Type.Array(SecurityEvent), next: Next }) },
});

export const findSecurityEvents = call('findSecurityEvents', {
  access: 'staff',
  reads: 'events.userName',
  summary: 'What happened to what guards the accounts, newest first, 50 a page',
  description:
    '`format=jsonl` answers, admins only, with all that the filters find, one JSON object in a line. Each is recorded as a staff action. ' +
    vocabulary,
  query: Type.Object({
    userName: Type.Optional(Text(60)),
    what: Type.Optional(Text(40)),
    outcome: Type.Optional(Text(10)),
    from: Type.Optional(Type.String({ maxLength: 10, description: 'Day in Lagos, YYYY-MM-DD' })),
    to: Type.Optional(Type.String({ maxLength: 10, description: 'Day in Lagos, YYYY-MM-DD, included' })),
    before: Before,
    format: Type.Optional(Text(10)),
  }),
  alsoAs: ['application/jsonl'],
  replies: { 200: Type.Object({ events: Type.Array(StaffSecurityEvent), next: Next }) },
});
