/** Whoever sets the address receives what is bought: it takes the step-up of its owner, is mailed, and does not outlive the access that set it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { useReceiver } from '../../../test/outside/receiver.ts';

const receiver = useReceiver();
const app = useTestApp();
beforeEach(() => receiver.reset());

const set = (ada: TestUser, more: object = {}) =>
  app.as(ada).call('updateWebhook', { webhookUrl: receiver.url, ...more });
const eventsOf = async (ada: TestUser) =>
  (await app.as(ada).call('listSecurityEvents')).reply.events
    .filter(({ what }) => what.startsWith('webhook'))
    .map(({ what, factor }) => [what, factor]);

describe('the address of a webhook', () => {
  it('takes the PIN of whoever has one, to set and to remove it, and is on record and told by mail', async () => {
    const ada = await app.make.user();
    await app.as(ada).call('setPin', { password: ada.password, pin: '4711', pinCheck: '4711' });
    expect((await set(ada)).refusal.code).toBe('pin_required');
    expect((await set(ada, { pin: '0815' })).refusal.code).toBe('wrong_pin');
    expect((await set(ada, { pin: '4711' })).status).toBe(200);
    // Nothing changes: nothing is told.
    expect((await set(ada, { pin: '4711' })).status).toBe(200);
    expect((await set(ada, { webhookUrl: '' })).refusal.code).toBe('pin_required');
    expect((await set(ada, { webhookUrl: '', pin: '4711' })).status).toBe(200);
    expect(await eventsOf(ada)).toEqual([
      ['webhook_removed', 'pin'],
      ['webhook_set', 'pin'],
    ]);
    await sendMails(app.context);
    const subjects = mailsTo(app, ada.email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('webhook'))).toHaveLength(2);
  });

  it('takes a code with two-step login on, which the PIN does not stand in for', async () => {
    const ada = await app.make.user();
    const { setupKey } = (await app.as(ada).call('beginTotp', { password: ada.password })).reply;
    await app.as(ada).call('confirmTotp', { code: codeOf(setupKey) });
    expect((await set(ada, { pin: '4711' })).refusal.code).toBe('totp_required');
    expect((await set(ada, { code: codeOf(setupKey, 1) })).status).toBe(200);
    expect(await eventsOf(ada)).toEqual([['webhook_set', 'code']]);
  });

  it('takes the body of the specification of whoever has neither', async () => {
    const ada = await app.make.user();
    expect((await set(ada)).status).toBe(200);
    expect(await eventsOf(ada)).toEqual([['webhook_set', null]]);
  });

  it.each(['resetUserPassword', 'endAccess'] as const)(
    'is paused by %s, and goes on with a new secret when its owner saves it again',
    async (call) => {
      const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
      const { webhookSecret: first } = (await set(ada)).reply;
      const id = String(ada.userId);
      expect((await app.as(boss).call(call, { id, userId: id, reason: 'Stolen' })).status).toBe(200);
      const { userName, password } = ada;
      const again = app.as((await app.anybody().call('login', { userName, password })).reply);
      const pausedAt = async () => (await again.call('getProfile')).reply.user.webhookPausedAt;
      expect(await pausedAt()).toEqual(expect.any(String));
      const tested = (await again.call('testWebhook')).reply.message;
      expect(tested.state).toBe('pending');
      expect(tested.tries.map(({ problem }) => problem)).toEqual(['Paused: save the address again']);
      const { webhookSecret } = (await again.call('updateWebhook', { webhookUrl: receiver.url })).reply;
      expect([typeof webhookSecret, webhookSecret === first]).toEqual(['string', false]);
      expect((await again.call('testWebhook')).reply.message.state).toBe('delivered');
      expect(await pausedAt()).toBeNull();
    },
  );
});
