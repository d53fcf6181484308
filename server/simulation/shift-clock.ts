/** Preloaded (`--import`) into a server whose clock shall be off: `FIRE_CLOCK_SHIFT_MS` is by how much. */
const shiftMs = Number(process.env['FIRE_CLOCK_SHIFT_MS'] ?? '0');

if (shiftMs !== 0) {
  globalThis.Date = new Proxy(Date, {
    construct: (real, given: unknown[]): Date =>
      Reflect.construct(real, given.length === 0 ? [real.now() + shiftMs] : given) as Date, // of its constructor
    get: (real, name): unknown =>
      name === 'now' ? () => real.now() + shiftMs : (Reflect.get(real, name) as unknown),
  });
}
