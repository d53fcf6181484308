/**
 * Each rule must stay linear in the size of the books also where the planner knows nothing of it: right after a burst of sales, or for
 * one user with nearly all transactions. So what belongs together is found by a key that has an index, or is gathered by `group by`.
 */
export interface Rule {
  rule: string;
  statement: string;
  /** Selects one text column, a row for each break. */
  breaks: string;
}

export interface RuleResult {
  rule: string;
  statement: string;
  /** What breaks the rule, at most ten; empty when it holds. */
  breaks: string[];
}
