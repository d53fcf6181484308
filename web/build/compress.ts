/** Writes `.br` and `.gz` beside each text file of the build, packed once and tightly, so that the server never packs them on the way out. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const textFile = /\.(js|css|svg|webmanifest|txt)$/;
const smallestBytes = 512;

export async function compressFiles(directory: string): Promise<void> {
  const names = await readdir(directory, { recursive: true });
  for (const name of names.filter((file) => textFile.test(file) && !file.startsWith('.'))) {
    const path = join(directory, name);
    const content = await readFile(path);
    if (content.length < smallestBytes) continue;
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content, quality));
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}
