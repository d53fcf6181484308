/** The logger of every room: the one of the HTTP server. */
import type { FastifyBaseLogger } from 'fastify';

export type Log = FastifyBaseLogger;
