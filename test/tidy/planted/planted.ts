/** A small repository with something wrong in it, to prove that a rule can fail and says where. */
export interface Planted {
  rule: string;
  files: Record<string, string>;
  /** `path:line` of each problem. */
  finds: string[];
}

export const lines = (...text: string[]): string => text.join('\n');

/** Spells what no file may hold, so that this one does not hold it either. */
export const spell = (...parts: string[]): string => parts.join('');
