/** Counting what the program does, for Prometheus: names and units follow its conventions (seconds, bytes, `_total`). */
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { SECOND_MS } from '@jara/contract/time-units.ts';
import type { FastifyInstance } from 'fastify';
import { within } from './ongoing.ts';

/** A fresh registry with the facts of the process: CPU, memory, event loop, garbage. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** What cannot be read in time is left out: the other measures are told all the same. */
const READ_MS = 3 * SECOND_MS;

/** A number that is read when somebody asks. `read` gives one value, or one for each label. */
export function addGauge(
  registry: Registry,
  { name, help, label, read }: { name: string; help: string; label?: string; read: () => Promise<Reading[]> },
): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [],
      async collect() {
        const readings = await within(
          read().catch(() => []),
          READ_MS,
          [],
        );
        this.reset();
        for (const { of, value } of readings) {
          this.set(label === undefined ? {} : { [label]: of ?? '' }, value);
        }
      },
    }),
  );
}

export interface Reading {
  /** The label's value, where the gauge has one. */
  of?: string;
  value: number;
}

/** How long answers take, by the address as the router knows it: no id of anybody becomes a label. */
export function countAnswers(app: FastifyInstance, registry: Registry): void {
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  // Finding the child of three labels costs more than counting in it.
  const children = new Map<string, ReturnType<typeof histogram.labels>>();
  app.addHook('onResponse', (request, reply, next) => {
    const route = request.routeOptions.url ?? 'none';
    const key = `${request.method} ${route} ${reply.statusCode}`;
    let child = children.get(key);
    if (child === undefined) {
      child = histogram.labels(request.method, route, String(reply.statusCode));
      children.set(key, child);
    }
    child.observe(reply.elapsedTime / 1_000);
    next();
  });
}
