/** How long is kept what nobody needs for ever, and where old answers of providers go. */
import { join, resolve } from 'node:path';
import { optional, whole, type ValuesOf } from './setting.ts';

const DAYS = [30, 3_650] as const;

export const retentionSettings = {
  archive: {
    folder: optional('ARCHIVE_DIR', {
      shown: '`<DATA_DIR>/archive` with the embedded PostgreSQL, else `off`',
      means:
        'the folder where old answers of suppliers and banks and old bodies of hooks go before they leave the database, see [What is kept how long](#what-is-kept-how-long): one that stays when the program is exchanged, and that is copied as the database is. With several machines a folder that all of them reach, or `off` on all but one; `off` everywhere keeps all of it in the database',
    }),
  },
  rawAnswersDays: whole('RAW_ANSWERS_DAYS', {
    default: 90,
    range: DAYS,
    means: 'how long the words of suppliers and banks stay in the database, as they came',
  }),
  hookBodiesDays: whole('HOOK_BODIES_DAYS', {
    default: 90,
    range: DAYS,
    means: 'the same of the hooks of the card gateway and of reserved accounts',
  }),
  webhookMessagesDays: whole('WEBHOOK_MESSAGES_DAYS', {
    default: 90,
    range: DAYS,
    means: "how long it is kept what was sent to users' own servers, and what they answered",
  }),
  mailsDays: whole('MAILS_DAYS', {
    default: 90,
    range: DAYS,
    means: 'how long it is kept which mails about an account were sent; those to all users stay',
  }),
};

/**
 * Null where nothing is archived. Whoever has a database of their own says where: nobody may look into a folder of the program, or keep it.
 */
export function archiveFolder(
  { archive }: Pick<ValuesOf<typeof retentionSettings>, 'archive'>,
  dataDir: string,
  hasOwnDatabase: boolean,
): string | null {
  const folder = archive.folder ?? (hasOwnDatabase ? 'off' : join(dataDir, 'archive'));
  return folder.toLowerCase() === 'off' ? null : resolve(folder);
}
