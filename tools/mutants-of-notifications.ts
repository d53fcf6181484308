/** Known mutants of the triggers that leave messages for users' servers and devices. */
import type { Mutant } from './mutant.ts';

const functions = 'server/database/functions';
const slices = 'server/src/slices';

export const mutantsOfNotifications: readonly Mutant[] = [
  {
    rule: 'a message about a change of status is about a change',
    file: `${functions}/enqueue_changed_transaction_notifications.sql`,
    text: 'where o.id = n.id and o.status <> n.status limit 1) o)',
    mutated: 'where o.id = n.id limit 1) o)',
    tests: [`${slices}/webhooks/webhooks.test.ts`],
  },
  {
    rule: 'a push message about a change of status comes where nobody has a webhook',
    file: `${functions}/enqueue_changed_transaction_notifications.sql`,
    text: 'where e.is_notified or s.is_notified limit 1',
    mutated: 'where e.is_notified limit 1',
    tests: [`${slices}/push/push.test.ts`],
  },
  {
    rule: 'no webhook message says that something is pending',
    file: `${functions}/enqueue_new_transaction_notifications.sql`,
    text: `when (new.status <> 'pending')`,
    mutated: 'when (true)',
    tests: [`${slices}/webhooks/webhooks.test.ts`],
  },
  {
    rule: 'who sends money is not told by push what they did',
    file: `${functions}/enqueue_new_transaction_notifications.sql`,
    text: 'new.balance_after > new.balance_before',
    mutated: 'true',
    tests: [`${slices}/push/push.test.ts`],
  },
];
