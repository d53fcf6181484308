/** The sandbox's remote control: what happened, and what shall happen next. JSON, or plain forms from the page. */
import type { FastifyInstance } from 'fastify';
import type { Simulator, Environment } from '../environment/context.ts';
import { OUTCOMES } from '../data/outcomes.ts';
import type { Timings } from '../data/outcomes.ts';
import type { Random } from '../environment/random.ts';
import type { ListTrouble } from '../data/list-troubles.ts';
import type { JournalRecord } from '../environment/records.ts';
import { field, finish } from './answer-control.ts';
import { registerBankTransfer } from './bank-transfer.ts';
import { isProblem, readNumber, readSwitchForm } from './read-form.ts';
import type { JournalView } from './views.ts';

export interface ControlParts {
  environment: Environment;
  simulators: readonly Simulator[];
  random: Random;
  reset: () => Promise<void>;
}

const LONGEST_TIMING_MS = 86_400_000;

export function registerControlApi(
  app: FastifyInstance,
  { environment, simulators, random, reset }: ControlParts,
): void {
  app.get('/journal', async () => {
    await environment.flushed();
    return journalView(environment, simulators);
  });

  app.get('/faces', () => ({ faces: simulators.map((simulator) => simulatorView(environment, simulator)) }));

  app.post<{ Params: { face: string } }>('/faces/:face', async (request, reply) => {
    const simulator = simulators.find(({ name }) => name === request.params.face);
    if (simulator === undefined) return reply.code(404).send({ msg: 'There is no such face' });
    const asked = readSwitchForm(request.body);
    if (isProblem(asked)) return reply.code(400).send({ msg: asked.problem });
    const { float, paidIn, webhookUrl, ...changes } = asked;
    const records: JournalRecord[] = [environment.switches.change(simulator.name, changes)];
    if (float !== undefined || paidIn !== undefined) {
      const { setFloat, floatKobo = 0 } = simulator.summary();
      if (setFloat === undefined) return reply.code(400).send({ msg: `${simulator.title} holds no float` });
      const beforeKobo = float === undefined ? floatKobo : Math.round(float * 100);
      records.push(setFloat(beforeKobo + Math.round((paidIn ?? 0) * 100)));
    }
    if (webhookUrl !== undefined) environment.webhooks.aim(simulator.name, webhookUrl);
    await environment.commit(...records);
    return finish(request, reply, simulatorView(environment, simulator));
  });

  app.post('/pay', async (request, reply) => {
    const reference = field(request.body, 'reference');
    if (typeof reference !== 'string') return reply.code(400).send({ msg: 'A reference is needed' });
    for (const simulator of simulators) {
      const outcome = await simulator.pay?.(reference);
      if (outcome === 'already paid') return reply.code(409).send({ msg: 'This link is already paid' });
      if (outcome !== undefined && outcome !== 'unknown')
        return finish(request, reply, { reference, status: outcome });
    }
    return reply.code(404).send({ msg: 'There is no link with this reference' });
  });

  registerBankTransfer(app, simulators);

  app.post('/reset', async (request, reply) => {
    await reset();
    return finish(request, reply, { msg: 'The sandbox is as on its first day' });
  });

  app.post('/seed', async (request, reply) => {
    const seed = readNumber(field(request.body, 'seed'), 0, 4_294_967_295);
    if (seed === undefined || !Number.isInteger(seed))
      return reply.code(400).send({ msg: 'The seed must be a whole number of 32 bits' });
    random.seed(seed);
    return finish(request, reply, { seed });
  });

  app.get('/timings', () => environment.timings);

  app.post('/timings', async (request, reply) => {
    const changes: Partial<Timings> = {};
    // The keys of a timings object are its names; Object.keys only promises strings.
    for (const name of Object.keys(environment.timings) as (keyof Timings)[]) {
      const asked = field(request.body, name);
      if (asked === undefined || asked === '') continue;
      const milliseconds = readNumber(asked, 0, LONGEST_TIMING_MS);
      if (milliseconds === undefined)
        return reply.code(400).send({ msg: `${name} must be between 0 and ${LONGEST_TIMING_MS}` });
      changes[name] = milliseconds;
    }
    Object.assign(environment.timings, changes);
    return finish(request, reply, environment.timings);
  });

  app.get('/outcomes', () => ({ outcomes: OUTCOMES.map(({ digits, says }) => ({ digits, says })) }));
}

export function journalView(
  environment: Environment,
  simulators: readonly Simulator[],
  newest?: number,
): JournalView {
  const parts = simulators.map((simulator) => simulator.journal(newest));
  return {
    deliveries: parts.flatMap(({ deliveries }) => deliveries ?? []).sort(byTime),
    payments: parts.flatMap(({ payments }) => payments ?? []).sort(byTime),
    links: parts.flatMap(({ links }) => links ?? []).sort(byTime),
    payouts: parts.flatMap(({ payouts }) => payouts ?? []).sort(byTime),
    mails: parts.flatMap(({ mails }) => mails ?? []).sort(byTime),
    pushes: parts.flatMap(({ pushes }) => pushes ?? []).sort(byTime),
    messages: parts.flatMap(({ messages }) => messages ?? []).sort(byTime),
    webhooks: environment.webhooks.views(newest),
  };
}

export interface SimulatorView {
  name: string;
  title: string;
  url: string;
  webhookUrl: string | null;
  says: string;
  latencyMs: number;
  failPercent: number;
  down: boolean;
  lists: ListTrouble;
  /** Naira; null where the provider holds no money of ours. */
  float: number | null;
}

export function simulatorView(environment: Environment, simulator: Simulator): SimulatorView {
  const { says, floatKobo } = simulator.summary();
  return {
    name: simulator.name,
    title: simulator.title,
    url: `${environment.url()}${simulator.prefix}`,
    webhookUrl: environment.webhooks.urlOf(simulator.name) ?? null,
    says,
    ...environment.switches.of(simulator.name),
    float: floatKobo === undefined ? null : floatKobo / 100,
  };
}

function byTime(one: { at: string }, other: { at: string }): number {
  return one.at < other.at ? -1 : Number(one.at > other.at);
}
