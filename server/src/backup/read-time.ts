/** A moment as an operator types it. Without a zone it would mean one thing to them and another one to the machine: undefined. */
export function readTime(text: string): Date | undefined {
  const time = new Date(text);
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(time.getTime()) ? time : undefined;
}
