/** When a purchase or a payout without an outcome is asked about again (D5.5). */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@jara/contract/time-units.ts';

const marksMs = [
  5 * SECOND_MS,
  10 * SECOND_MS,
  20 * SECOND_MS,
  30 * SECOND_MS,
  60 * SECOND_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
];

export interface AskedSince {
  sentAt: Date;
  /** When the supplier or bank first said that it does not know the reference. */
  firstNotFoundAt: Date | null;
}

export interface ScheduleSettings {
  unknownReferenceQuietSeconds: number;
  giveUpHours: number;
}

/** The next time of the schedule after `now`, up to a fifth later so that a supplier's recovery is not met by all at once. */
export function nextCheckAt(
  asked: AskedSince,
  now: Date,
  settings: ScheduleSettings,
  random = Math.random,
): Date | null {
  const elapsedMs = now.getTime() - asked.sentAt.getTime();
  if (elapsedMs >= settings.giveUpHours * HOUR_MS) return null;
  const mark = marksMs.find((ms) => ms > elapsedMs) ?? (Math.floor(elapsedMs / HOUR_MS) + 1) * HOUR_MS;
  const waitMs = (mark - elapsedMs) * (1 + random() / 5);
  const scheduledMs = now.getTime() + waitMs;
  if (asked.firstNotFoundAt === null) return new Date(scheduledMs);
  // The earliest moment at which a second 'not known' is certain.
  const certainMs = certainlyRefusedAt(asked.sentAt, asked.firstNotFoundAt, settings).getTime() + SECOND_MS;
  return new Date(certainMs > now.getTime() ? Math.min(scheduledMs, certainMs) : scheduledMs);
}

function certainlyRefusedAt(sentAt: Date, firstNotFoundAt: Date, settings: ScheduleSettings): Date {
  const quietMs = settings.unknownReferenceQuietSeconds * SECOND_MS;
  return new Date(Math.max(sentAt.getTime(), firstNotFoundAt.getTime()) + quietMs);
}

/**
 * Whether 'I do not know this reference', said at `now`, is a certain refusal: said before, and both the last send and that first
 * answer lie a quiet period back.
 */
export function isCertainlyRefused(asked: AskedSince, now: Date, settings: ScheduleSettings): boolean {
  if (asked.firstNotFoundAt === null) return false;
  return now.getTime() >= certainlyRefusedAt(asked.sentAt, asked.firstNotFoundAt, settings).getTime();
}
