/** What `npm run admin` does about a closed shop: for whoever has the machine, and for a database that other tools have restored. */
import type { Db } from '../../platform/db.ts';
import { enterRecovery } from './enter-recovery.ts';
import {
  decideItem,
  findRecovery,
  listAsked,
  listDeliveries,
  openShopOrSayWhatIsMissing,
  type ItemRow,
} from './opening.ts';

type Say = (text: string) => void;

const SHOWN_DELIVERIES = 1000;

const sentence = ({ id, kind, provider, reference, recipient, amountKobo, words, reason }: ItemRow): string =>
  [
    `  ${id}`.padEnd(12),
    reason === null ? 'OPEN   ' : 'decided',
    `${kind} ${provider}: ${reference}`,
    recipient === null ? '' : `for ${recipient}`,
    amountKobo === null ? '' : `${amountKobo} kobo`,
    words === null ? '' : `(${words})`,
  ]
    .filter((part) => part !== '')
    .join(' ');

export async function showRecovery(db: Db, say: Say): Promise<void> {
  const recovery = await findRecovery(db);
  if (recovery === undefined) {
    say('The database was never restored to the past.');
    return;
  }
  const { restoredTo, openedAt } = recovery;
  say(`Restored to ${restoredTo.toISOString()}. The shop is ${openedAt === null ? 'CLOSED' : 'open'}.`);
  for (const item of await listAsked(db, recovery.id)) say(sentence(item));
  for (const item of await listDeliveries(db, recovery.id, { limit: SHOWN_DELIVERIES, offset: 0 }))
    say(sentence(item));
  if (openedAt !== null) return;
  say(
    'A question is asked by the server. Of each statement: compare what the provider has since that moment with the books, then',
  );
  say('  npm run admin -- decide-item --item ID --reason "what you did"');
  say(
    'A delivery is not in the books: find out for whom it was, and decide it too. The shop may open before.',
  );
  say('  npm run admin -- open-shop --reason "what was compared"');
}

/** Throws in words when somebody still has to be asked. */
export async function openShopByCommand(db: Db, reason: string, say: Say): Promise<string | undefined> {
  const missing = await openShopOrSayWhatIsMissing(db, { reason, actorId: null });
  if (missing === null) return 'The shop is open already.';
  if (missing.length > 0)
    return ['The shop stays closed. Still missing:', ...missing.map((one) => `  ${one}`)].join('\n');
  say('The shop is open.');
  return undefined;
}

export async function decideItemByCommand(
  db: Db,
  id: bigint,
  reason: string,
  say: Say,
): Promise<string | undefined> {
  const decided = await decideItem(db, { id, reason, actorId: null });
  if (!decided) return 'There is no such item, or it was decided already.';
  say('Noted.');
  return undefined;
}

export async function closeShopByCommand(db: Db, restoredTo: Date, say: Say): Promise<undefined> {
  await enterRecovery(db, restoredTo);
  say(`The shop is closed. The server asks what happened since ${restoredTo.toISOString()}.`);
}
