/** Rounds as the job makes them, each waited for, until nothing is due. */
interface Rounds {
  sendDue(): Promise<boolean>;
  idle(): Promise<void>;
}

export async function emptyOutbox(outbox: Rounds): Promise<void> {
  while (await outbox.sendDue()) await outbox.idle();
}
