import { describe, expect, it } from 'vitest';
import { ask, cutOff, freshSandbox, post } from '../../../test/sandbox.ts';

const wanted = (to: string) => ({
  api_key: 'sandbox-termii-key',
  to,
  from: 'Jara',
  sms: '482913 is your code <b>',
  type: 'plain',
  channel: 'dnd',
});
const send = (url: string, to: string, changes: Record<string, unknown> = {}) =>
  post(`${url}/sms/api/sms/send`, { ...wanted(to), ...changes });

describe('text messages', () => {
  it('are kept and shown, newest first', async () => {
    const sandbox = await freshSandbox();
    const first = await send(sandbox.url, '2348031235555');
    expect([first.status, first.body]).toEqual([
      200,
      expect.objectContaining({ code: 'ok', message_id: expect.any(String) }),
    ]);
    await send(sandbox.url, '2348051235555');
    expect(sandbox.journal().messages).toMatchObject([
      { to: '08031235555', from: 'Jara', text: '482913 is your code <b>' },
      { to: '08051235555' },
    ]);
    const { text } = await ask(`${sandbox.url}/sms/`);
    expect(text.indexOf('08051235555')).toBeLessThan(text.indexOf('08031235555'));
    expect(text).toContain('482913 is your code &#60;b&#62;');
  });

  it.each([
    [401, { api_key: 'another' }],
    [422, { to: '08031235555' }],
    [422, { from: '' }],
    [422, { sms: '' }],
    [422, { channel: undefined }],
  ])('are refused with %i for %j', async (status, changes) => {
    const sandbox = await freshSandbox();
    expect((await send(sandbox.url, '2348031235555', changes)).status).toBe(status);
    expect(sandbox.journal().messages).toEqual([]);
  });

  it('have their troubles by the last four digits', async () => {
    const sandbox = await freshSandbox({ timings: { slowMs: 20 } });
    const to = (digits: string) => send(sandbox.url, `234803123${digits}`);
    expect((await to('0001')).status).toBe(404);
    expect(await cutOff(to('0004'))).toBeInstanceOf(Error);
    expect((await to('0006')).status).toBe(500);
    expect((await to('0007')).type).toContain('text/html');
    expect((await to('0008')).status).toBe(200);
    expect((await to('0010')).status).toBe(400);
    expect(sandbox.journal().messages.map((message) => message.to.slice(-4))).toEqual([
      '0004',
      '0006',
      '0008',
    ]);
  });
});
