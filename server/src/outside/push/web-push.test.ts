import { afterAll, describe, expect, it } from 'vitest';
import { newPushDevice } from '../../../test/push-device.ts';
import { createWebhookPoster } from '../webhooks/post.ts';
import { createWebPushSender } from './web-push.ts';

const outside = createWebhookPoster({ allowInside: false, ownPorts: [] });
const contact = 'mailto:help@shop.example';
const sender = createWebPushSender(outside, { contact, anyService: false });
const played = createWebPushSender(outside, { contact, anyService: true });
afterAll(() => outside.close());

const right = newPushDevice('https://fcm.googleapis.com/fcm/send/1').subscription;

describe('a subscription', () => {
  it('is taken as a browser gives it', () => {
    expect(sender.read(right)).toEqual(right);
  });

  it.each([
    'https://updates.push.services.mozilla.com/wpush/v2/1',
    'https://web.push.apple.com/1',
    'https://wns2-par02p.notify.windows.com/w/?token=1',
  ])('may lead to %s', (endpoint) => {
    expect(sender.read({ ...right, endpoint })).toMatchObject({ endpoint });
  });

  it.each([
    'https://push.example/send/1',
    'https://fcm.googleapis.com.push.example/send/1',
    'https://evilpush.apple.com/1',
    'https://fcm.googleapis.com:8443/send/1',
    'http://fcm.googleapis.com/send/1',
    'https://localhost/send',
    'https://127.0.0.1/send',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/send',
    'https://user:pass@push.example/',
    'https://push.example:22/',
    'https://intranet/send',
    `https://push.example/${'\u20a6'.repeat(400)}`,
    'not an address',
    '',
  ])('may not lead to %s', (endpoint) => {
    expect(sender.read({ ...right, endpoint })).toEqual({ problem: 'endpoint' });
  });

  it('may lead anywhere on the public internet where the sandbox plays the service', () => {
    const endpoint = 'https://push.example/send/1';
    expect(played.read({ ...right, endpoint })).toMatchObject({ endpoint });
  });

  it.each([
    '',
    'AAAA',
    right.auth,
    'not base64',
    // On no curve.
    Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url'),
    Buffer.concat([Buffer.from([2]), Buffer.alloc(64, 1)]).toString('base64url'),
  ])('needs a public key of P-256, and not %s', (p256dh) => {
    expect(sender.read({ ...right, p256dh })).toEqual({ problem: 'p256dh' });
  });

  it.each(['', 'AAAA', right.p256dh])('needs a secret of 16 bytes, and not %s', (auth) => {
    expect(sender.read({ ...right, auth })).toEqual({ problem: 'auth' });
  });
});

describe('sending', () => {
  const message = { payload: '{}', topic: 'line1', ttlSeconds: 60 };

  it('reaches nothing inside, also where a name leads there only now', async () => {
    const inside = { ...right, endpoint: 'https://localhost:1/' };
    expect(await played.send(inside, played.newKeys(), message)).toEqual({
      outcome: 'later',
      afterSeconds: null,
    });
  });

  it('calls no address that is of no push service, also one that was stored before', async () => {
    const ofBefore = { ...right, endpoint: 'https://push.example/send/1' };
    expect(await sender.send(ofBefore, sender.newKeys(), message)).toEqual({
      outcome: 'refused',
      problem: 'the address is of no push service',
    });
  });

  it('gives up what cannot be encrypted', async () => {
    const answer = await sender.send({ ...right, auth: 'AAAA' }, sender.newKeys(), message);
    expect(answer.outcome).toBe('refused');
  });
});
