/** The logger of every room: the one of the HTTP server. */
import type { FastifyBaseLogger } from 'fastify';
import { pino, type DestinationStream } from 'pino';

export type Log = FastifyBaseLogger;

/** What an error of the database tells of the row and of the values beside it: of people, so not for a log. Code and constraint stay. */
const rows = ['detail', 'where'].flatMap((field) => [`err.${field}`, `err.aggregateErrors[*].${field}`]);
const tokens = ['req.headers["x-auth-token"]', 'req.headers.authorization'];

/** The connection hangs on the error by which it was lost, with all that was ever asked over it: 7 kB that tell nothing. */
function withoutConnection(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { client: _, ...rest } = pino.stdSerializers.err(error);
  return rest;
}

/** Writes to standard output unless told otherwise. */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    { level, base: null, redact: [...tokens, ...rows], serializers: { err: withoutConnection } },
    destination,
  );
