/** What is known before the rest is read. */
export interface Start {
  live: boolean;
  /** Whether only who is on this machine reaches the program: it listens nowhere else, and nothing passes others on to it. */
  isForHere: boolean;
  port: number;
  sandboxPort: number;
  /** Collects what is wrong: all of it is reported at once. */
  complain(problem: string): void;
}
