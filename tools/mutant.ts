export interface Mutant {
  /** The rule that is gone then. */
  rule: string;
  file: string;
  /** Stands in the file exactly once. */
  text: string;
  /** What stands there instead. */
  mutated: string;
  /** Some of them have to fail. */
  tests: readonly string[];
}
