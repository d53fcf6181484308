import type { MessageRecord } from '../../environment/records.ts';

interface Problem {
  status: number;
  problem: string;
}

export const isProblem = (asked: Omit<MessageRecord, 'id'> | Problem): asked is Problem => 'problem' in asked;

/** One message as it was asked for, or what the carrier has against it. */
export function readMessage(body: unknown, key: string): Omit<MessageRecord, 'id'> | Problem {
  // What is no object has none of the fields.
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  if (text('api_key') !== key) return { status: 401, problem: 'Invalid api key' };
  if (!/^234[789][01]\d{8}$/.test(text('to'))) return { status: 422, problem: 'to is not a phone number' };
  if (text('from') === '' || text('from').length > 11) return { status: 422, problem: 'from is not right' };
  if (text('sms') === '' || text('type') !== 'plain' || text('channel') === '')
    return { status: 422, problem: 'sms, type and channel are needed' };
  return {
    store: 'sms',
    type: 'message',
    to: text('to').replace(/^234/, '0'),
    from: text('from'),
    text: text('sms'),
    at: Date.now(),
  };
}
