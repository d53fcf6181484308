/** The logger of every room: the one of the HTTP server. */
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

export type Log = FastifyBaseLogger;

export const createLog = (level: string): Log =>
  pino({ level, base: null, redact: ['req.headers["x-auth-token"]', 'req.headers.authorization'] });
