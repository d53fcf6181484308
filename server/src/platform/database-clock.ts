/**
 * The time of the database, which ages, quiet times and next checks are reckoned in: the processes of one installation share it, and
 * nobody sets it while a purchase is on its way. Carried on from the database's own word by a clock that only runs.
 */
export function databaseClock(at: Date): () => Date {
  const startedMs = performance.now();
  return () => new Date(at.getTime() + performance.now() - startedMs);
}
