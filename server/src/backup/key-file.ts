/** The key of the backups: 32 random bytes, written as hexadecimal digits into a file of its own. */
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { BackupProblem } from './backup-problem.ts';

export interface BackupKey {
  bytes: Buffer;
  /** Says which key it is and nothing about it: what was encrypted with it names it. */
  id: string;
}

/** Refuses where a file is already: the backups that were made with that key could not be read any more. */
export function makeKeyFile(file: string): BackupKey {
  const text = `${randomBytes(32).toString('hex')}\n`;
  try {
    fs.writeFileSync(file, text, { mode: 0o400, flag: 'wx', flush: true });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new BackupProblem(
      isThere
        ? `${file} exists already and is not replaced: without it, the backups that were made with it cannot be read.`
        : `The key cannot be written to ${file}: ${String(error)}`,
    );
  }
  return readKeyFile(file);
}

export function readKeyFile(file: string): BackupKey {
  const [, digits] = /^([0-9a-f]{64})\s*$/.exec(readOrExplain(file)) ?? [];
  if (digits === undefined) {
    throw new BackupProblem(`${file} does not hold a key of backups: 64 hexadecimal digits.`);
  }
  const bytes = Buffer.from(digits, 'hex');
  const id = createHash('sha256').update('jara backup key').update(bytes).digest('hex').slice(0, 16);
  return { bytes, id };
}

function readOrExplain(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new BackupProblem(
      isAbsent
        ? `There is no key at ${file}. To begin, make one: npm run backup -- --make-key ${file}\n` +
            'To read backups that exist, bring back the file that they were made with. Nothing can read them without it.'
        : `The key in ${file} cannot be read: ${String(error)}`,
    );
  }
}
