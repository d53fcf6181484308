import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { untilCommitted } from '../../platform/testing/until-committed.ts';
import { eventSummaries } from '../security-events/testing/event-summaries.ts';
import { createNoteRefusedUse } from './note-use.ts';

const app = useTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } });

async function makeToken(ada: TestUser, addresses = ['10.1.0.0/16']) {
  const { reply } = await app
    .as(ada)
    .call('createApiToken', { name: 'till', password: ada.password, addresses });
  return { id: BigInt(reply.token._id), token: reply.apiToken };
}

const statusFrom = async (token: string, ip: string): Promise<number> =>
  (await app.as({ token }).call('getProfile', {}, { headers: { 'x-forwarded-for': ip } })).status;

/** By a process that remembers nothing, and waits until what it writes is there. */
async function refuseFrom({ userId }: TestUser, tokenId: bigint, ip: string): Promise<void> {
  const use = { tokenId, userId, id: 'test', ip, userAgent: undefined, isOnRecord: true };
  await untilCommitted(app.context, (context) => createNoteRefusedUse(context)(use));
}

async function mailsOf(ada: TestUser): Promise<string[]> {
  await sendMails(app.context);
  return mailsTo(app, ada.email)
    .filter(({ subject }) => subject.includes('Refused API token'))
    .map(({ text }) => text);
}

describe('the use of an API token from an address that is not on its list', () => {
  it('is refused, on record, and told to the owner', async () => {
    const ada = await app.make.user();
    const { token } = await makeToken(ada);
    expect(await statusFrom(token, '10.1.2.3')).toBe(200);
    expect(await statusFrom(token, '185.2.3.4')).toBe(403);
    await expect.poll(() => mailsOf(ada), { timeout: 10_000 }).toHaveLength(1);
    const [mail = ''] = await mailsOf(ada);
    expect(mail).toContain('an address that is not on its list');
    expect(mail).toContain('/profile/developer');
    const events = await eventSummaries(app, ada);
    expect(events.filter((event) => event.startsWith('forbidden'))).toEqual(['forbidden refused getProfile']);
  });

  it('is so as well where it follows the events', async () => {
    const ada = await app.make.user();
    const { token } = await makeToken(ada);
    const headers = { 'x-auth-token': token, 'x-forwarded-for': '185.2.3.4' };
    expect((await fetch(`${app.url}/events`, { headers })).status).toBe(403);
    await expect.poll(() => mailsOf(ada), { timeout: 10_000 }).toHaveLength(1);
    expect(await eventSummaries(app, ada)).toContain('forbidden refused events');
  });

  it('is told to the owner once in a day for each place, and three times at most', async () => {
    const ada = await app.make.user();
    const [one, other] = [await makeToken(ada), await makeToken(ada)];
    for (const [tokenId, ip, mailed] of [
      [one.id, '185.2.3.4', 1],
      [one.id, '185.2.9.9', 1],
      [one.id, '185.3.3.4', 2],
      [other.id, '185.2.3.4', 3],
      [one.id, '185.4.3.4', 4],
      [one.id, '185.5.3.4', 4],
    ] as const) {
      await refuseFrom(ada, tokenId, ip);
      expect([ip, (await mailsOf(ada)).length]).toEqual([ip, mailed]);
    }
    expect((await mailsOf(ada))[0]).toContain('three times in a day at most');
    await app.owner.run(
      `update attempt_counters set window_ends_at = now() where key like 'api token refused told:%'`,
    );
    await refuseFrom(ada, one.id, '185.2.3.4');
    expect(await mailsOf(ada)).toHaveLength(5);
  });
});

it('what the scopes of an API token refuse is told by no mail', async () => {
  const ada = await app.make.user();
  const { token } = await makeToken(ada, []);
  const sent = await app.as({ token }).call('transferFund', { userName: 'nobody_here', amount: 100 });
  expect(sent.status).toBe(403);
  const listed = await makeToken(ada);
  await statusFrom(listed.token, '185.2.3.4');
  await expect.poll(() => mailsOf(ada), { timeout: 10_000 }).toHaveLength(1);
});
