/** Puts an entry behind all others. When there are more than `most`, the first one is forgotten, which was put longest ago. */
export function putLast<Value>(entries: Map<string, Value>, key: string, value: Value, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size <= most) return;
  const [first] = entries.keys();
  if (first !== undefined) entries.delete(first);
}
