import type { onRequestHookHandler } from 'fastify';
import type { Switch } from '../environment/switches.ts';
import { cut } from './answer-by-outcome.ts';

/** Stands before every route of a simulator: a simulator that is down cuts the connection, a slow one lets it wait. */
export function gate(settings: Switch): onRequestHookHandler {
  return (_request, reply, next) => {
    if (settings.down) {
      cut(reply);
    } else if (settings.latencyMs > 0) {
      setTimeout(next, settings.latencyMs);
    } else {
      next();
    }
  };
}
