/** Who wants to hear of changes, by user. */
export function createWatchers() {
  const watchers = new Map<string, Set<() => void>>();
  return {
    watch(userId: bigint, changed: () => void): () => void {
      const key = String(userId);
      const ofUser = watchers.get(key) ?? new Set();
      watchers.set(key, ofUser.add(changed));
      return () => {
        ofUser.delete(changed);
        if (ofUser.size === 0) watchers.delete(key);
      };
    },
    notify(userId: string): void {
      for (const changed of watchers.get(userId) ?? []) changed();
    },
    notifyAll(): void {
      for (const changed of [...watchers.values()].flatMap((ofUser) => [...ofUser])) changed();
    },
  };
}
