/** The logger of every room: the one of the HTTP server. */
import type { FastifyBaseLogger } from 'fastify';
import { pino, type DestinationStream } from 'pino';

export type Log = FastifyBaseLogger;

/** What an error of the database tells of the row and of the values beside it: of people, so not for a log. Code and constraint stay. */
const rows = ['detail', 'where'].flatMap((field) => [`err.${field}`, `err.aggregateErrors[*].${field}`]);
const tokens = ['req.headers["x-auth-token"]', 'req.headers.authorization'];

/** Writes to standard output unless told otherwise. */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino({ level, base: null, redact: [...tokens, ...rows] }, destination);
