/** When sessions end: after a time without use, and in any case; of staff sooner. */

export interface SessionTimes {
  idleHours: number;
  /** Of admins and agents. */
  staffIdleMinutes: number;
  staffHours: number;
}

/** When a session of `sessions s` and `users u` ends unless it is used again; parameters from `$first` on are `sessionEndParams`. */
export const sessionEndSql = (first: number): string => `case when u.is_admin or u.is_agent
  then least(s.expires_at, s.last_used_at + make_interval(mins => $${first + 1}), s.created_at + make_interval(hours => $${first + 2}))
  else least(s.expires_at, s.last_used_at + make_interval(hours => $${first})) end`;

export const sessionEndParams = ({ idleHours, staffIdleMinutes, staffHours }: SessionTimes): number[] => [
  idleHours,
  staffIdleMinutes,
  staffHours,
];
