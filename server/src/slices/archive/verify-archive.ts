/** For `npm run archive`: whether every file that was ever on record is there as it was, and what was said about one transaction. */
import type { Db } from '../../platform/db.ts';
import { ArchiveProblem, readRows, readSums, sumOfFile } from './archive-folder.ts';
import type { ArchivedRow } from './kinds.ts';
import { filesOnRecord, findOtherOwner } from './owner.ts';

export interface Verified {
  files: number;
  problems: string[];
}

/** Reads every file. What SHA256SUMS has and the database does not was written after the moment that the database was restored to. */
export async function verifyArchive(db: Db, folder: string): Promise<Verified> {
  const known = await filesOnRecord(db);
  const list = await readSums(folder);
  const listed = list?.sums;
  const other = await findOtherOwner(db, folder);
  const problems = other === undefined ? [] : [other];
  for (const broken of list?.broken ?? []) problems.push(`SHA256SUMS has a line that is no sum: ${broken}`);
  if (listed === undefined && known.length > 0) problems.push('SHA256SUMS is gone');
  for (const { name, sha256, isEnded } of known) {
    const sum = listed?.get(name);
    // The list gets a file once it is on record: a moment later, or in the next round.
    if (listed !== undefined && sum === undefined && isEnded) problems.push(`${name} is not in SHA256SUMS`);
    if (sum !== undefined && sum !== sha256) problems.push(`${name} has another sum in SHA256SUMS`);
  }
  const sums = new Map([...(listed ?? []), ...known.map(({ name, sha256 }) => [name, sha256] as const)]);
  for (const [name, sha256] of sums) {
    const sum = await sumOfFile(folder, name);
    if (sum === undefined) problems.push(`${name} is gone`);
    else if (sum !== sha256) problems.push(`${name} was changed`);
  }
  return { files: sums.size, problems };
}

export interface Found {
  file: string;
  row: ArchivedRow;
}

/** What the archive has of a transaction: the answers about it, and the hooks of its payment. */
export async function findArchived(db: Db, folder: string, transactionId: bigint): Promise<Found[]> {
  const places = await db.rows<{ name: string; id: bigint; sha256: string }>(
    `select f.name, x.id, encode(f.sha256, 'hex') as sha256 from (
       select archive_file_id, transaction_id as id from purchase_attempts where transaction_id = $1
       union select archive_file_id, transaction_id from withdrawals where transaction_id = $1
       union select h.archive_file_id, h.id from payments p join hook_events h on h.reference = p.reference where p.transaction_id = $1
       -- The commit that acted upon the hook of a bank recorded the transfer.
       union select h.archive_file_id, h.id from bank_transfers b join hook_events h on h.provider = b.provider and h.handled_at = b.received_at
         where b.transaction_id = $1
       -- Credited out of suspense by staff.
       union select h.archive_file_id, h.id from suspense_decisions d join postings s on s.id = d.posting_id
         join bank_transfers b on b.provider = split_part(s.reference, ':', 1)
           and b.provider_reference = substr(s.reference, strpos(s.reference, ':') + 1)
         join hook_events h on h.provider = b.provider and h.handled_at = b.received_at
         where d.transaction_id = $1) x
     join archive_files f on f.id = x.archive_file_id order by f.name, x.id`,
    [transactionId],
  );
  const found: Found[] = [];
  for (const { name, id, sha256 } of places) {
    const sum = await sumOfFile(folder, name);
    if (sum !== sha256) throw new ArchiveProblem(`${name} ${sum === undefined ? 'is gone' : 'was changed'}`);
    for await (const rows of readRows(folder, name, 1_000))
      found.push(...rows.filter((row) => row.id === String(id)).map((row) => ({ file: name, row })));
  }
  return found;
}
