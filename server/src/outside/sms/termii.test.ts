import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, page, useScriptedServer, type Reply } from '../testing/scripted-server.ts';
import type { SmsSender } from './sms.ts';
import { createTermiiSender } from './termii.ts';

const server = await useScriptedServer();
let sender: SmsSender;

const options = { apiKey: 'TLkey', senderId: 'Jara', channel: 'dnd', timeoutMs: 400 };
beforeEach(() => {
  sender = createTermiiSender({ baseUrl: server.url, ...options });
});
afterEach(() => sender.close());

const said = (status: number, body: unknown): Reply => ({ bytes: json(status, body) });

describe('a text message', () => {
  it('goes out with the number as the world writes it', async () => {
    server.onRequest = () =>
      said(200, { code: 'ok', message_id: '912', message: 'Successfully Sent', balance: 9 });
    expect(await sender.send('08031234567', '123456 is your code')).toEqual({
      outcome: 'sent',
      providerReference: '912',
    });
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/api/sms/send' }]);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      to: '2348031234567',
      from: 'Jara',
      sms: '123456 is your code',
      type: 'plain',
      channel: 'dnd',
      api_key: 'TLkey',
    });
  });

  it.each([
    [400, { message: 'Insufficient balance' }],
    [401, { code: 'error', message: 'Invalid api key' }],
    [404, { message: 'ApplicationSenderId not found' }],
    [422, { message: 'to is not a number' }],
  ])('certainly did not leave after %i %j', async (status, body) => {
    server.onRequest = () => said(status, body);
    expect((await sender.send('08031234567', 'x')).outcome).toBe('not_sent');
  });

  it('certainly did not leave when nobody listens', async () => {
    const alone = createTermiiSender({ baseUrl: 'http://127.0.0.1:9', ...options });
    expect(await alone.send('08031234567', 'x')).toEqual({ outcome: 'not_sent', reason: 'no connection' });
    await alone.close();
  });

  it.each<[string, Reply | null]>([
    ['silence', null],
    ['a page', { bytes: page(200, '<html>Be right back</html>') }],
    [
      'a broken connection',
      { bytes: 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{', afterwards: 'destroy' },
    ],
    ['a server error', said(500, { message: 'Server Error' })],
    ['a success without its number', said(200, { code: 'ok' })],
    ['a refusal that names a message', said(400, { message: 'late', message_id: '912' })],
    ['a list', said(200, [1])],
  ])('may have left after %s, and is not sent again', async (_what, reply) => {
    server.onRequest = () => reply;
    const answer = await sender.send('08031234567', '123456 is your code');
    expect(answer.outcome).toBe('unknown');
    expect(JSON.stringify(answer)).not.toMatch(/8031234567|123456/);
    expect(server.requests).toHaveLength(1);
  });
});
