/** Mails of staff to users, and the notice that everybody sees on entry. */
import { Type } from 'typebox';
import { call } from './call.ts';
import { Msg, Nullable, RequestId, Text } from './wire.ts';

export const sendMail = call('sendMail', {
  access: 'admin',
  summary: 'Send a mail to one user or to all',
  description:
    'Each recipient gets a mail of their own, once, however often the request is repeated. Without `userAccount` it goes to all users ' +
    'who did not end such mails. `message` is plain text: blank lines make paragraphs. `url` must begin with https://.',
  body: Type.Object({
    subject: Text(1_000),
    message: Text(20_000),
    url: Text(4_000),
    linkMessage: Text(1_000),
    userAccount: Type.Optional(Text(60)),
    request_id: RequestId,
  }),
  replies: { 202: Type.Object({ msg: Msg, recipients: Type.Integer() }) },
  refusals: ['not_found', 'idempotency_key_reused'],
  money: true,
  requiredMsg: 'All fields are required',
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
