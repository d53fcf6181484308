/** A command was called with what it does not know, or without what it needs: its message says how it is called. */
export class WrongUse extends Error {
  override name = 'WrongUse';
}
