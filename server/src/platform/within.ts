/** What the promise gives, or `fallback` when that takes longer than `timeoutMs`; the promise goes on. */
export async function within<Value, Fallback>(
  promise: Promise<Value>,
  timeoutMs: number,
  fallback: Fallback,
): Promise<Value | Fallback> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Fallback>((resolve) => {
    timer = setTimeout(() => resolve(fallback), timeoutMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
