/** The `count` last elements in their order; all of them when no count is given. */
export function last<Element>(elements: readonly Element[], count?: number): readonly Element[] {
  return count === undefined ? elements : elements.slice(Math.max(0, elements.length - count));
}
