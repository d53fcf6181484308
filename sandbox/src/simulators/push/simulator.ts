/**
 * A push service, as browsers choose one (RFC 8030, and RFC 8292 for who sends): any address below its prefix is a device. It keeps what it
 * took as it came, encrypted; only a device could read it. The beginning of the device's name chooses what happens.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Simulator, Environment } from '../../environment/context.ts';
import type { PushView } from '../../control/views.ts';
import { last } from '../../environment/last.ts';
import type { PushRecord } from '../../environment/records.ts';
import { cut } from '../answer-by-outcome.ts';
import { gate } from '../gate.ts';
import { senderOf } from './vapid.ts';

const LARGEST_BYTES = 4_096;
const RETRY_AFTER_SECONDS = 60;
/** How often `busy` and `broken` send a sender away before they take its message. */
const PUSH_REFUSALS = 2;

type PushOutcome = 'taken' | 'gone' | 'busy' | 'broken' | 'lost';
const troubles: readonly PushOutcome[] = ['gone', 'busy', 'broken', 'lost'];

export function createPushSimulator(environment: Environment): Simulator {
  let pushes: PushRecord[] = [];
  return {
    name: 'push',
    title: 'Push service',
    prefix: '/push',
    apply: (record) => {
      if (record.type === 'push') pushes.push(record);
    },
    resume: () => {},
    forget: () => {
      pushes = [];
      return [];
    },
    journal: (newest) => ({ pushes: last(pushes, newest).map(pushView) }),
    summary: () => ({ says: `${pushes.filter(wasTaken).length} taken` }),
    register: (app) => {
      app.addHook('onRequest', gate(environment.switches.of('push')));
      readBytes(app);
      app.post<{ Params: { device: string } }>('/:device', async (request, reply) => {
        const { device } = request.params;
        const push = readPush(request, device);
        if ('problem' in push) return reply.code(push.status).send({ error: push.problem });
        const refusals = refusalsSinceTaken(pushes, device);
        const status = environment.switches.refusesByChance('push') ? 500 : statusFor(device, refusals);
        await environment.commit({ ...push, status });
        return answer(reply, device, status);
      });
    },
  };
}

/** What is sent is bytes for somebody else. */
function readBytes(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
}

interface Problem {
  status: number;
  problem: string;
}

function readPush(request: FastifyRequest, device: string): Omit<PushRecord, 'status'> | Problem {
  const { ttl, topic, urgency, authorization, host, 'content-encoding': encoding } = request.headers;
  const sender = senderOf(authorization, `http://${host ?? ''}`);
  if (sender === undefined) return { status: 403, problem: 'The sender is not who it says' };
  if (typeof ttl !== 'string' || !/^\d+$/.test(ttl)) return { status: 400, problem: 'A TTL is needed' };
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic)))
    return { status: 400, problem: 'Bad topic' };
  if (encoding !== 'aes128gcm' || !Buffer.isBuffer(request.body)) {
    return { status: 415, problem: 'Send what is encrypted for the device' };
  }
  if (request.body.length > LARGEST_BYTES) return { status: 413, problem: 'Too large' };
  return {
    store: 'push',
    type: 'push',
    device,
    sender,
    ttlSeconds: Number(ttl),
    topic: typeof topic === 'string' ? topic : null,
    urgency: typeof urgency === 'string' ? urgency : null,
    body: request.body.toString('base64'),
    at: Date.now(),
  };
}

const wasTaken = ({ status }: PushRecord): boolean => status < 300;

function refusalsSinceTaken(pushes: readonly PushRecord[], device: string): number {
  const own = pushes.filter((push) => push.device === device);
  return own.length - 1 - own.findLastIndex(wasTaken);
}

/** What happens to a message is chosen by the name of its device: by its beginning, before a dash. */
function pushOutcomeFor(device: string): PushOutcome {
  const [word] = device.split('-');
  return troubles.find((outcome) => outcome === word) ?? 'taken';
}

function statusFor(device: string, refusals: number): number {
  switch (pushOutcomeFor(device)) {
    case 'gone':
      return 410;
    case 'busy':
      return refusals < PUSH_REFUSALS ? 429 : 201;
    case 'broken':
      return refusals < PUSH_REFUSALS ? 500 : 201;
    case 'lost':
    case 'taken':
      return 201;
  }
}

function answer(reply: FastifyReply, device: string, status: number): FastifyReply {
  if (pushOutcomeFor(device) === 'lost') return cut(reply);
  if (status === 429) reply.header('retry-after', String(RETRY_AFTER_SECONDS));
  return reply.code(status).send();
}

function pushView({ store: _room, type: _type, at, ...push }: PushRecord): PushView {
  return { ...push, at: new Date(at).toISOString() };
}
