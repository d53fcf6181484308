/** What decides, with the time of the database, when a purchase or a payout without an outcome is asked about again (D5.5). */
export interface ScheduleSettings {
  /** As p_quiet of is_certainly_refused. */
  unknownReferenceQuietSeconds: number;
  /** As p_give_up of requery_next. */
  giveUpHours: number;
}
