export interface LimitState {
  /** For programs: `session`. */
  name: string;
  most: number;
  windowSeconds: number;
  left: number;
  /** Until the window ends. */
  secondsLeft: number;
}

/** The fields of the draft standard "RateLimit header fields for HTTP", which are structured fields: what is allowed, and what is left of it. */
export const rateLimitHeaders = ({
  name,
  most,
  windowSeconds,
  left,
  secondsLeft,
}: LimitState): Record<string, string> => ({
  'ratelimit-policy': `"${name}";q=${most};w=${windowSeconds}`,
  ratelimit: `"${name}";r=${Math.max(0, left)};t=${Math.max(0, secondsLeft)}`,
});
