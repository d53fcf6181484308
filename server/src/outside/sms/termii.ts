/**
 * Termii (termii.com), text messages: docs/providers/termii.md. Each message costs money, and nothing there tells two requests for the same
 * one apart, so none is ever sent a second time from here. The key travels in the body: bodies of this provider are never logged.
 */
import { createHttpClient, type HttpAnswer } from '../http.ts';
import { isObject, parseJson, plainWords } from '../reading.ts';
import type { SmsAnswer, SmsSender } from './sms.ts';

export interface TermiiOptions {
  baseUrl: string;
  apiKey: string;
  /** Who the message is from: registered with the provider, at most 11 letters. */
  senderId: string;
  /** `dnd` also reaches numbers that want no advertising, which a code has to. */
  channel: string;
  timeoutMs?: number;
  connections?: number;
}

const PATH = '/api/sms/send';

export function createTermiiSender(options: TermiiOptions): SmsSender {
  const { baseUrl, apiKey, senderId, channel, timeoutMs = 10_000, connections = 8 } = options;
  const client = createHttpClient({ baseUrl, headers: {}, connections });
  return {
    name: 'termii',
    async send(phone, text) {
      const to = phone.replace(/^0/, '234');
      const body = { to, from: senderId, sms: text, type: 'plain', channel, api_key: apiKey };
      return readAnswer(await client.send({ method: 'POST', path: PATH, body, timeoutMs }), to);
    },
    close: () => client.close(),
  };
}

function readAnswer(http: HttpAnswer, to: string): SmsAnswer {
  if (http.kind === 'connection' && http.certainlyNotSent)
    return { outcome: 'not_sent', reason: 'no connection' };
  if (http.kind !== 'answer') return { outcome: 'unknown', reason: http.kind };
  const { status } = http;
  const body = parseJson(http.text);
  if (!isObject(body)) return { outcome: 'unknown', reason: `status ${status}, not JSON` };
  const providerReference = plainWords(body['message_id'], to);
  if (status === 200 && providerReference !== null) return { outcome: 'sent', providerReference };
  // A refusal in words, and no number of a message beside it.
  if (status >= 400 && status < 500 && status !== 408 && providerReference === null)
    return { outcome: 'not_sent', reason: `status ${status}: ${plainWords(body['message'], to) ?? ''}` };
  return { outcome: 'unknown', reason: `status ${status}` };
}
