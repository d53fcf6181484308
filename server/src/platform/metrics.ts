/** Counting what the program does, for Prometheus: names and units follow its conventions (seconds, bytes, `_total`). */
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';
import { SECOND_MS } from '@jara/contract/time-units.ts';
import type { FastifyInstance } from 'fastify';
import { within } from './ongoing.ts';
import { createQuestion } from './processes/ask-siblings.ts';
import type { Siblings } from './processes/siblings.ts';

type MetricsOfProcess = MetricObjectWithValues<MetricValue<string>>[];

export interface Measures {
  /** What each process measures of itself; begins with CPU, memory, event loop, garbage. */
  ofProcess: Registry;
  /** What is the same for all of them, since it is read from the database. */
  ofInstallation: Registry;
  contentType: string;
  /** Of whichever process is asked: that of the installation, and of each process that answers in time, told apart by the label `process`. */
  write(): Promise<string>;
}

export function openMeasures(siblings: Siblings): Measures {
  const [ofProcess, ofInstallation] = [new Registry(), new Registry()];
  if (siblings.count > 1) ofProcess.setDefaultLabels({ process: String(siblings.number) });
  collectDefaultMetrics({ register: ofProcess });
  const askOthers = createQuestion<MetricsOfProcess>(siblings, 'measures', () =>
    ofProcess.getMetricsAsJSON(),
  );
  const ofProcesses = async (): Promise<Registry> => {
    if (siblings.count === 1) return ofProcess;
    const [own, others] = await Promise.all([ofProcess.getMetricsAsJSON(), askOthers(READ_MS)]);
    // Each has a label of its own, so that nothing is summed up; a sum that falls as a process ends would be no counter.
    const apart = [own, ...others].map((ofOne) =>
      ofOne.map((metric) => ({ ...metric, aggregator: 'first' })),
    );
    return AggregatorRegistry.aggregate(apart);
  };
  return {
    ofProcess,
    ofInstallation,
    contentType: ofProcess.contentType,
    async write() {
      const texts = await Promise.all([ofInstallation.metrics(), ofProcesses().then((all) => all.metrics())]);
      return texts.join('\n');
    },
  };
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
