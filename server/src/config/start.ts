/** What is known before the rest is read. */
export interface Start {
  live: boolean;
  /** The address to listen on. */
  host: string;
  port: number;
  sandboxPort: number;
  /** Collects what is wrong: all of it is reported at once. */
  complain(problem: string): void;
}
