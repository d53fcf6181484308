/** The part of a logger that rooms below the HTTP server use. */
export interface Log {
  info(context: object, message: string): void;
  warn(context: object, message: string): void;
  error(context: object, message: string): void;
}
