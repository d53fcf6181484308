/**
 * The time of the database, which the age of a session and of what it knows is reckoned in: the processes of one installation share it.
 * Carried on from the database's own word by a clock that only runs.
 */
export function databaseClock(at: Date): () => Date {
  const startedMs = performance.now();
  return () => new Date(at.getTime() + performance.now() - startedMs);
}
