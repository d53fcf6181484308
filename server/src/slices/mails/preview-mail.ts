import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import type { Handler } from '../../platform/serve.ts';
import { campaignLetter, type MailReader } from './letters.ts';
import { unsubscribeUrl } from './unsubscribe.ts';
import { findReaderOrRefuse, readWantedMail } from './wanted-mail.ts';
import { writeMail } from './write-mail.ts';

/** Nobody's: the link stands in the preview as it will in the mail, and ends nothing. */
const NO_KEY = '00000000-0000-0000-0000-000000000000';

/** The mail by the same steps as it is sent by, so that the preview is no likeness but the thing itself. */
export const previewMail =
  ({ pool, config }: Context): Handler<'previewMail'> =>
  async ({ principal, body }) => {
    const wanted = readWantedMail(body);
    const isToAll = wanted.userAccount === null;
    const readerId =
      wanted.userAccount === null ? principal.userId : await findReaderOrRefuse(pool, wanted.userAccount);
    const reader = await pool.get<MailReader>(
      'select full_name as "fullName", user_name as "userName" from users where id = $1',
      [readerId],
    );
    const unsubscribeLink = isToAll ? unsubscribeUrl(config.publicUrl, NO_KEY) : null;
    const mail = writeMail(config.brand, campaignLetter(reader, wanted, unsubscribeLink));
    return { ...mail, recipients: isToAll ? await countReaders(pool) : 1 };
  };

async function countReaders(db: Db): Promise<number> {
  const { count } = await db.get<{ count: bigint }>(
    `select (select count(*) from users) - (select count(*) from mail_preferences where unsubscribed_at is not null) as count`,
  );
  return Number(count);
}
