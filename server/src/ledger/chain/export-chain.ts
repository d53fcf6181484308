/** The seals as a file that others keep: whoever has it can say later whether a seal, and all that lies before it, is another one. */
import { open } from 'node:fs/promises';
import type { Db } from '../../platform/db.ts';

const PAGE = 1_000;

interface Seal {
  id: bigint;
  kind: string;
  ids: string;
  rowsSince: string;
  rowsUntil: string;
  digest: string;
  sealedAt: string;
}

/**
 * Writes every seal, the oldest first, one JSON object in a line, to a new file for its owner alone, and gives how many there are. Fails where
 * the file is there already. Any number of seals takes the memory of one page.
 */
export async function exportChain(db: Db, path: string, page = PAGE): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    let count = 0;
    for (let last = -1n; ;) {
      const seals = await db.rows<Seal>(
        `select id, kind, ids::text as ids, to_json(rows_since)#>>'{}' as "rowsSince", to_json(rows_until)#>>'{}' as "rowsUntil",
           encode(digest, 'hex') as digest, to_json(sealed_at)#>>'{}' as "sealedAt"
         from seals where id > $1 order by id limit $2`,
        [last, page],
      );
      await file.appendFile(
        seals.map((seal) => `${JSON.stringify({ ...seal, id: Number(seal.id) })}\n`).join(''),
      );
      count += seals.length;
      last = seals.at(-1)?.id ?? last;
      if (seals.length < page) break;
    }
    await file.sync();
    return count;
  } finally {
    await file.close();
  }
}
