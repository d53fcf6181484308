/** The sandbox's remote control: what happened, and what shall happen next. JSON, or plain forms from the page. */
import type { FastifyInstance } from 'fastify';
import type { Face, World } from '../environment/context.ts';
import { OUTCOMES } from '../data/outcomes.ts';
import type { Timings } from '../data/outcomes.ts';
import type { Random } from '../environment/random.ts';
import type { JournalRecord } from '../environment/records.ts';
import { field, finish } from './answer-control.ts';
import { registerBankTransfer } from './bank-transfer.ts';
import { isProblem, readNumber, readSwitchForm } from './read-form.ts';
import type { JournalView } from './views.ts';

export interface ControlParts {
  world: World;
  faces: readonly Face[];
  random: Random;
  reset: () => Promise<void>;
}

const LONGEST_TIMING_MS = 86_400_000;

export function registerControlApi(
  app: FastifyInstance,
  { world, faces, random, reset }: ControlParts,
): void {
  app.get('/journal', async () => {
    await world.flushed();
    return journalView(world, faces);
  });

  app.get('/faces', () => ({ faces: faces.map((face) => faceView(world, face)) }));

  app.post<{ Params: { face: string } }>('/faces/:face', async (request, reply) => {
    const face = faces.find(({ name }) => name === request.params.face);
    if (face === undefined) return reply.code(404).send({ msg: 'There is no such face' });
    const asked = readSwitchForm(request.body);
    if (isProblem(asked)) return reply.code(400).send({ msg: asked.problem });
    const { float, webhookUrl, ...changes } = asked;
    const records: JournalRecord[] = [world.switches.change(face.name, changes)];
    if (float !== undefined) {
      const { setFloat } = face.summary();
      if (setFloat === undefined) return reply.code(400).send({ msg: `${face.title} holds no float` });
      records.push(setFloat(Math.round(float * 100)));
    }
    if (webhookUrl !== undefined) world.webhooks.aim(face.name, webhookUrl);
    await world.commit(...records);
    return finish(request, reply, faceView(world, face));
  });

  app.post('/pay', async (request, reply) => {
    const reference = field(request.body, 'reference');
    if (typeof reference !== 'string') return reply.code(400).send({ msg: 'A reference is needed' });
    for (const face of faces) {
      const outcome = await face.pay?.(reference);
      if (outcome === 'already paid') return reply.code(409).send({ msg: 'This link is already paid' });
      if (outcome !== undefined && outcome !== 'unknown')
        return finish(request, reply, { reference, status: outcome });
    }
    return reply.code(404).send({ msg: 'There is no link with this reference' });
  });

  registerBankTransfer(app, faces);

  app.post('/reset', async (request, reply) => {
    await reset();
    return finish(request, reply, { msg: 'The world is as on its first day' });
  });

  app.post('/seed', async (request, reply) => {
    const seed = readNumber(field(request.body, 'seed'), 0, 4_294_967_295);
    if (seed === undefined || !Number.isInteger(seed))
      return reply.code(400).send({ msg: 'The seed must be a whole number of 32 bits' });
    random.seed(seed);
    return finish(request, reply, { seed });
  });

  app.get('/timings', () => world.timings);

  app.post('/timings', async (request, reply) => {
    const changes: Partial<Timings> = {};
    // The keys of a timings object are its names; Object.keys only promises strings.
    for (const name of Object.keys(world.timings) as (keyof Timings)[]) {
      const asked = field(request.body, name);
      if (asked === undefined || asked === '') continue;
      const milliseconds = readNumber(asked, 0, LONGEST_TIMING_MS);
      if (milliseconds === undefined)
        return reply.code(400).send({ msg: `${name} must be between 0 and ${LONGEST_TIMING_MS}` });
      changes[name] = milliseconds;
    }
    Object.assign(world.timings, changes);
    return finish(request, reply, world.timings);
  });

  app.get('/outcomes', () => ({ outcomes: OUTCOMES.map(({ digits, says }) => ({ digits, says })) }));
}

export function journalView(world: World, faces: readonly Face[], newest?: number): JournalView {
  const parts = faces.map((face) => face.journal(newest));
  return {
    deliveries: parts.flatMap(({ deliveries }) => deliveries ?? []).sort(byTime),
    payments: parts.flatMap(({ payments }) => payments ?? []).sort(byTime),
    links: parts.flatMap(({ links }) => links ?? []).sort(byTime),
    payouts: parts.flatMap(({ payouts }) => payouts ?? []).sort(byTime),
    mails: parts.flatMap(({ mails }) => mails ?? []).sort(byTime),
    pushes: parts.flatMap(({ pushes }) => pushes ?? []).sort(byTime),
    webhooks: world.webhooks.views(newest),
  };
}

export interface FaceView {
  name: string;
  title: string;
  url: string;
  webhookUrl: string | null;
  says: string;
  latencyMs: number;
  failPercent: number;
  down: boolean;
  /** Naira; null where the provider holds no money of ours. */
  float: number | null;
}

export function faceView(world: World, face: Face): FaceView {
  const { says, floatKobo } = face.summary();
  return {
    name: face.name,
    title: face.title,
    url: `${world.url()}${face.prefix}`,
    webhookUrl: world.webhooks.urlOf(face.name) ?? null,
    says,
    ...world.switches.of(face.name),
    float: floatKobo === undefined ? null : floatKobo / 100,
  };
}

function byTime(one: { at: string }, other: { at: string }): number {
  return one.at < other.at ? -1 : Number(one.at > other.at);
}
