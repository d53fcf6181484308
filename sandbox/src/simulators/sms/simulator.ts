/**
 * Who carries text messages, in the style of Termii, and a page that shows them: no phone rings. The last four digits of the number choose
 * what happens, as they do for purchases.
 */
import type { FastifyReply } from 'fastify';
import type { MessageView } from '../../control/views.ts';
import { loopbackOnly } from '../../control/loopback-only.ts';
import { outcomeFor } from '../../data/outcomes.ts';
import type { Simulator, Environment } from '../../environment/context.ts';
import { last } from '../../environment/last.ts';
import type { MessageRecord } from '../../environment/records.ts';
import { registerAssets, sendPage } from '../../pages/pages.ts';
import { answerByOutcome } from '../answer-by-outcome.ts';
import { gate } from '../gate.ts';
import { MESSAGES, messagesPage } from './messages-page.ts';
import { isProblem, readMessage } from './read-message.ts';

const SHOWN = 200;

export function createSmsSimulator(environment: Environment): Simulator {
  let messages: MessageRecord[] = [];
  return {
    name: 'sms',
    title: 'Text messages',
    prefix: MESSAGES,
    apply: (record) => {
      if (record.type === 'message') messages.push(record);
    },
    resume: () => {},
    forget: () => {
      messages = [];
      return [];
    },
    journal: (newest) => ({ messages: last(messages, newest).map(messageView) }),
    summary: () => ({ says: `${messages.length} ${messages.length === 1 ? 'message' : 'messages'}` }),
    register: (app) => {
      registerAssets(app);
      // Messages prove phone numbers: whoever may read them must be on this machine.
      app.get('/', { onRequest: loopbackOnly }, async (_request, reply) => {
        await environment.flushed();
        const shown = last(messages, SHOWN).map(messageView).toReversed();
        return sendPage(reply, messagesPage(shown, messages.length));
      });
      const options = { onRequest: gate(environment.switches.of('sms')) };
      app.post('/api/sms/send', options, async (request, reply) => {
        const asked = readMessage(request.body, environment.keys.termii);
        if (isProblem(asked)) return reply.code(asked.status).send({ code: 'error', message: asked.problem });
        const isRefused = environment.switches.refusesByChance('sms');
        const message = { ...asked, id: messages.length + 1 };
        return answer(environment, reply, message, isRefused);
      });
    },
  };
}

async function answer(
  environment: Environment,
  reply: FastifyReply,
  message: MessageRecord,
  isRefused: boolean,
): Promise<FastifyReply> {
  const refused = () => reply.code(404).send({ code: 'error', message: 'ApplicationSenderId not found' });
  if (isRefused) return refused();
  const outcome = outcomeFor(message.to);
  if (outcome.books !== null) await environment.commit(message);
  return answerByOutcome(environment, reply, outcome, {
    done: () => reply.send(taken(message)),
    refused,
    floatTooLow: () => reply.code(400).send({ message: 'Insufficient balance' }),
  });
}

const taken = ({ id }: MessageRecord) => ({
  code: 'ok',
  message_id: String(9_122_821_270_000 + id),
  message: 'Successfully Sent',
  balance: 9_999,
  user: 'The sandbox',
});

function messageView({ store: _room, type: _type, at, ...message }: MessageRecord): MessageView {
  return { ...message, at: new Date(at).toISOString() };
}
