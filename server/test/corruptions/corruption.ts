/** One way to spoil the books (rich-books.ts), done with all that belongs to it: what, the beginning of what the audit says, and how. */
export type Corruption = readonly [what: string, rule: string, ...statements: string[]];
