/** Mails of staff to users, and the notice that everybody sees on entry. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { Msg, Nullable, RequestId, Text, Timestamp } from '../wire.ts';

const mailFields = {
  subject: Text(1_000),
  message: Text(20_000),
  url: Text(4_000),
  linkMessage: Text(1_000),
  userAccount: Type.Optional(Text(60)),
};

export const sendMail = call('sendMail', {
  access: 'admin',
  summary: 'Send a mail to one user or to all',
  description:
    'Each recipient gets a mail of their own, once, however often the request is repeated. Without `userAccount` it goes to all users ' +
    'who did not end such mails. `message` is plain text: blank lines make paragraphs. `url` must begin with https://.',
  body: Type.Object({ ...mailFields, request_id: RequestId }),
  replies: { 202: Type.Object({ msg: Msg, recipients: Type.Integer() }) },
  refusals: ['not_found', 'idempotency_key_reused'],
  keyed: true,
  requiredMsg: 'All fields are required',
});

export const previewMail = call('previewMail', {
  access: 'admin',
  reads: 'body.userAccount',
  summary: 'What a mail would look like, and how many would get it',
  description:
    'Sends nothing. It is written as it would go to `userAccount`, or to the caller when it is for all.',
  changesNothing: true,
  body: Type.Object(mailFields),
  replies: {
    200: Type.Object({
      subject: Type.String(),
      html: Type.String({ description: 'The whole mail, as mail readers get it' }),
      text: Type.String({ description: 'The same for readers that show no HTML' }),
      recipients: Type.Integer(),
    }),
  },
  refusals: ['not_found'],
  requiredMsg: 'All fields are required',
});

export const MailCampaign = Type.Object({
  _id: Type.String(),
  subject: Type.String(),
  author: Type.String({ description: 'User name' }),
  userAccount: Nullable(Type.String({ description: 'Whom it is for; null when it is for all' })),
  recipients: Type.Integer(),
  sent: Type.Integer({ description: 'Taken by the mail server' }),
  waiting: Type.Integer({ description: 'Not yet sent' }),
  skipped: Type.Integer({ description: 'Not sent: they want no such mails, or the campaign was stopped' }),
  failed: Type.Integer({ description: 'Refused, given up, or lost on the way' }),
  createdAt: Timestamp,
  stoppedAt: Nullable(Timestamp),
});
export type MailCampaign = Static<typeof MailCampaign>;

export const listMailCampaigns = call('listMailCampaigns', {
  access: 'admin',
  reads: 'campaigns.userAccount',
  summary: 'The newest 20 mails of staff, and how far each of them is',
  replies: { 200: Type.Object({ campaigns: Type.Array(MailCampaign) }) },
});

export const stopMailCampaign = call('stopMailCampaign', {
  access: 'admin',
  reads: 'campaign.userAccount',
  summary: 'Send no more of a mail',
  description: 'What has left has left. Stopping it again changes nothing.',
  params: Type.Object({ id: Type.String({ maxLength: 20 }) }),
  replies: { 200: Type.Object({ msg: Msg, campaign: MailCampaign }) },
  refusals: ['not_found'],
});

export const getNotification = call('getNotification', {
  access: 'user',
  summary: 'The notice that is shown on entry, or null',
  replies: { 200: Type.Object({ msg: Nullable(Type.String()) }) },
});

export const updateNotification = call('updateNotification', {
  access: 'staff',
  summary: 'Set the notice that users see on entry; an empty one removes it',
  body: Type.Object({ msg: Text(4_000) }),
  replies: { 200: Type.Object({ msg: Nullable(Type.String()) }) },
});
