/**
 * The identity register, in the style of Dojah. The last four digits of a number choose what happens, as they do for purchases. Nothing
 * of a question is kept: the environment's journal holds no identity number either.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Simulator, Environment } from '../../environment/context.ts';
import { outcomeFor } from '../../data/outcomes.ts';
import { answerByOutcome } from '../answer-by-outcome.ts';
import { gate } from '../gate.ts';
import { hasPhone, personOf } from './people.ts';

const VERSION = '/api/v1';
const KYC = `${VERSION}/kyc`;

export function createIdentitySimulator(environment: Environment): Simulator {
  let answered = 0;
  return {
    name: 'identity',
    title: 'Identity register',
    prefix: '/identity',
    apply: () => {},
    resume: () => {},
    forget: () => {
      answered = 0;
      return [];
    },
    journal: () => ({}),
    summary: () => ({ says: `${answered} asked` }),
    register: (app) => {
      app.addHook('onRequest', gate(environment.switches.of('identity')));
      app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'Path does not exist' }));
      for (const [path, kind] of [
        [`${KYC}/bvn`, 'bvn'],
        [`${KYC}/bvn/full`, 'bvn'],
        [`${KYC}/nin`, 'nin'],
      ] as const) {
        registerLookUp(app, environment, path, kind, () => (answered += 1));
      }
    },
  };
}

function registerLookUp(
  app: FastifyInstance,
  environment: Environment,
  path: string,
  kind: 'bvn' | 'nin',
  count: () => void,
): void {
  app.get<{ Querystring: Record<string, string> }>(path, async (request, reply) => {
    const { appid, authorization } = request.headers;
    if (appid !== environment.keys.dojahApp || authorization !== environment.keys.dojah)
      return reply.code(401).send({ error: 'Unauthorized, kindly check your credentials' });
    const number = request.query[kind] ?? '';
    if (!/^\d{11}$/.test(number)) return reply.code(400).send({ error: `Invalid ${kind.toUpperCase()}` });
    count();
    if (environment.switches.refusesByChance('identity')) return notFound(reply, kind);
    return answerByOutcome(environment, reply, outcomeFor(number), {
      done: () => reply.send(entity(kind, number)),
      refused: () => notFound(reply, kind),
      floatTooLow: () =>
        reply.code(402).send({ error: 'Your balance is low, pls visit the dashboard to top up' }),
    });
  });
}

function notFound(reply: FastifyReply, kind: 'bvn' | 'nin'): FastifyReply {
  return reply.code(400).send({ error: `${kind.toUpperCase()} not found` });
}

/** The two registers write the same things differently. */
function entity(kind: 'bvn' | 'nin', number: string): unknown {
  const { firstName, middleName, lastName, dateOfBirth, ...person } = personOf(number);
  const phone = hasPhone(number) ? person.phone : undefined;
  const shared = {
    first_name: firstName,
    last_name: lastName,
    middle_name: middleName,
    date_of_birth: dateOfBirth,
  };
  const reference = createHash('sha256').update(`${kind} ${number}`).digest('hex').slice(0, 24);
  return kind === 'bvn'
    ? { entity: { bvn: number, ...shared, phone_number1: phone, gender: 'Female' }, reference_id: reference }
    : { entity: { nin: number, ...shared, phone_number: phone, gender: 'f' }, reference_id: reference };
}
