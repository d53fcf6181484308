import { Readable } from 'node:stream';
import { Download } from '../serve.ts';

/**
 * A list as a file of JSON lines, read piece by piece: each is a statement of its own, so that no transaction stays open while a slow client
 * reads. `next` is what the following piece begins below.
 */
export function jsonlDownload(
  name: string,
  readPiece: (before: string | undefined) => Promise<{ rows: readonly object[]; next: string | null }>,
): Download {
  async function* lines(): AsyncGenerator<string> {
    let before: string | undefined;
    do {
      const { rows, next } = await readPiece(before);
      yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      before = next ?? undefined;
    } while (before !== undefined);
  }
  return new Download(
    Readable.from(lines(), { objectMode: false }),
    'application/jsonl; charset=utf-8',
    `${name}.jsonl`,
  );
}

/** Rows of a piece. */
export const AT_A_TIME = 1_000;
