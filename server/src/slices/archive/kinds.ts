/** What goes into the archive: the words of providers, of which the database keeps what they meant for ever. */
import type { Context } from '../../app/context.ts';

/** Each has its job in app/jobs.ts. */
export type ArchiveKind = 'supplier_answers' | 'bank_answers' | 'hook_bodies';

/** The next ids after $1, $2 of them, by the key of the table: what is young is not read. */
export const nextIds: Readonly<Record<ArchiveKind, string>> = {
  supplier_answers:
    'select distinct transaction_id as id from purchase_attempts where transaction_id > $1 order by 1 limit $2',
  bank_answers: 'select transaction_id as id from withdrawals where transaction_id > $1 order by 1 limit $2',
  hook_bodies: 'select id from hook_events where id > $1 order by 1 limit $2',
};

export const retentionDays = ({ config }: Pick<Context, 'config'>, kind: ArchiveKind): number =>
  kind === 'hook_bodies' ? config.retention.hookBodiesDays : config.retention.rawAnswersDays;

/** One line of a file. */
export interface ArchivedRow {
  /** Of the transaction, or of the hook. */
  id: string;
  /** Which attempt of a purchase it was; 1 of all else. */
  part: number;
  /** As it came. */
  body: string;
}
