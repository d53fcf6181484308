import type { onRequestHookHandler } from 'fastify';
import type { Switch } from '../environment/switches.ts';

/** Stands before every route of a simulator: a simulator that is down cuts the connection, a slow one lets it wait. */
export function gate(settings: Switch): onRequestHookHandler {
  return (request, reply, next) => {
    if (settings.down) {
      reply.hijack();
      request.raw.socket.destroy();
    } else if (settings.latencyMs > 0) {
      setTimeout(next, settings.latencyMs);
    } else {
      next();
    }
  };
}
