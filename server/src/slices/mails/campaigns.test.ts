import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';

const app = useTestApp();

const wanted = {
  subject: 'New prices',
  message: 'Data is cheaper.\n\nLook <b>now</b>.',
  url: 'https://shop.example/prices',
  linkMessage: 'See prices',
};

describe('the preview of a mail', () => {
  it('is the mail that is then sent, and counts its readers', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const { reply } = await app
      .as(boss)
      .call('previewMail', { ...wanted, userAccount: ` ${ada.userName.toUpperCase()}` });
    expect(reply).toMatchObject({ subject: 'New prices', recipients: 1 });
    await sendMails(app.context);
    expect(mailsTo(app, ada.email)).toEqual([]);
    await app.as(boss).call('sendMail', { ...wanted, userAccount: ada.userName });
    await sendMails(app.context);
    const normalised = (text: string | undefined) => text?.replaceAll('\r\n', '\n').trim();
    const [mail] = mailsTo(app, ada.email);
    expect(normalised(reply.html)).toBe(normalised(mail?.html ?? undefined));
    expect(normalised(reply.text)).toBe(normalised(mail?.text));
    expect(reply.html).toContain('Look &#60;b&#62;now&#60;/b&#62;.');
  });

  it('for all is written to the caller and leaves out who wants no such mails', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const before = (await app.as(boss).call('previewMail', wanted)).reply;
    expect(before.text).toContain(`Hello ${boss.userName},`);
    expect(before.html).toContain('No more mails like this');
    await app.context.pool.run('insert into mail_preferences (user_id, unsubscribed_at) values ($1, now())', [
      ada.userId,
    ]);
    const { recipients } = (await app.as(boss).call('previewMail', wanted)).reply;
    expect(recipients).toBe(before.recipients - 1);
    expect((await app.as(boss).call('sendMail', wanted)).reply.recipients).toBe(recipients);
    await sendMails(app.context);
  });

  it('refuses what the mail itself would be refused for', async () => {
    const boss = await app.make.user({ isAdmin: true });
    const call = (change: Record<string, unknown>) =>
      app.as(boss).call('previewMail', { ...wanted, ...change });
    expect((await call({ subject: ' ' })).refusal.msg).toBe('All fields are required');
    expect((await call({ url: 'http://shop.example' })).refusal.errors?.[0]?.field).toBe('url');
    const nobody = await call({ userAccount: 'nobody_here' });
    expect([nobody.status, nobody.refusal.msg]).toEqual([404, 'Nobody here has this username']);
  });
});

describe('the mails of staff', () => {
  it('are listed with how far they are', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    await app.as(boss).call('sendMail', { ...wanted, subject: 'To one', userAccount: ada.userName });
    const newest = async () => (await app.as(boss).call('listMailCampaigns')).reply.campaigns[0];
    expect(await newest()).toMatchObject({
      subject: 'To one',
      author: boss.userName,
      userAccount: ada.userName,
      recipients: 1,
      sent: 0,
      waiting: 1,
      stoppedAt: null,
    });
    await sendMails(app.context);
    for (const _ of [1, 2]) {
      expect(await newest()).toMatchObject({ sent: 1, waiting: 0, skipped: 0, failed: 0 });
    }
  });

  it('are stopped: what waits is not sent, and it is recorded once', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    await app.as(boss).call('sendMail', { ...wanted, subject: 'A mistake' });
    const id = (await app.as(boss).call('listMailCampaigns')).reply.campaigns[0]?._id;
    for (const _ of [1, 2]) {
      const { reply } = await app.as(boss).call('stopMailCampaign', { id });
      expect(reply.msg).toBe('No more mails of "A mistake" are sent');
      expect(reply.campaign.stoppedAt).not.toBeNull();
    }
    await sendMails(app.context);
    expect(mailsTo(app, ada.email)).toEqual([]);
    const [campaign] = (await app.as(boss).call('listMailCampaigns')).reply.campaigns;
    expect(campaign).toMatchObject({ sent: 0, waiting: 0, skipped: campaign?.recipients });
    const { actions } = (
      await app.as(boss).call('listStaffActions', { action: 'stopMailCampaign', subject: `campaign ${id}` })
    ).reply;
    expect(actions).toHaveLength(1);
  });

  it.each(['999999', '0', 'x', '1 or 1=1'])('have no number %j', async (id) => {
    const boss = await app.make.user({ isAdmin: true });
    expect((await app.as(boss).call('stopMailCampaign', { id })).status).toBe(404);
  });

  it('are for admins', async () => {
    for (const input of [{}, { isAgent: true }, { isCouponVendor: true }]) {
      const caller = app.as(await app.make.user(input));
      const answers = [
        await caller.call('previewMail', wanted),
        await caller.call('listMailCampaigns'),
        await caller.call('stopMailCampaign', { id: '1' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
  });
});
