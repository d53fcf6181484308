/** Proves that what is in the folder can be restored: every copy opens and has every file as it was read, and no segment of the log is missing. */
import { listWal, measure, readFile, type BackupPlace } from './backup-folder.ts';
import { listBases, readManifest, type Manifest } from './manifest.ts';
import { unpack, type PackedFile, type Unpacker } from './packed-files.ts';

const SEGMENT = /^[0-9A-F]{24}$/;
const SEGMENT_BYTES = 1 << 24;
/** Segments of one "log file", the middle eight digits of a name. */
const PER_FILE = 256n;

const nowhere: Unpacker = {
  folder: () => undefined,
  file: () => ({ write: () => undefined, end: () => undefined }),
};

export interface Verified {
  problems: string[];
  bases: Manifest[];
  /** How many segments of the log. */
  segments: number;
  /** When the newest of them came. */
  until: Date | undefined;
}

/** Reads everything. Gives each problem as a sentence; none when all can be restored. */
export async function verifyBackups(place: BackupPlace, say: (line: string) => void): Promise<Verified> {
  const problems: string[] = [];
  const bases: Manifest[] = [];
  const attempt = async (work: () => Promise<void>): Promise<void> =>
    work().catch(
      (error: unknown) => void problems.push(error instanceof Error ? error.message : String(error)),
    );

  for (const id of listBases(place.folder)) {
    say(`Reading base/${id}`);
    await attempt(async () => {
      const manifest = readManifest(place.folder, place.key, id);
      bases.push(manifest);
      problems.push(...(await differencesIn(place, manifest)));
    });
  }
  if (bases.length === 0) problems.push('There is no whole backup. Make one: npm run backup');
  const wal = listWal(place.folder);
  const segments = wal.filter(({ name }) => SEGMENT.test(name));
  say(`Reading ${segments.length} segments of the log`);
  for (const { name } of segments) await attempt(() => readSegment(place, name, problems));
  problems.push(
    ...gapsIn(
      segments.map(({ name }) => name),
      bases,
    ),
  );
  return { problems, bases, segments: segments.length, until: wal.at(-1)?.archivedAt };
}

async function differencesIn(place: BackupPlace, manifest: Manifest): Promise<string[]> {
  const name = `base/${manifest.id}/data`;
  const { sha256 } = await measure(place, name);
  if (sha256 !== manifest.data.sha256) return [`${name} is not what was written: its sum is another one.`];
  const files = await unpack(readFile(place, name), nowhere);
  const found = new Map(files.map((file) => [file.path, file]));
  const isSame = (one: PackedFile): boolean => found.get(one.path)?.sha256 === one.sha256;
  return manifest.files
    .filter((file) => !isSame(file))
    .map((file) => `${name} does not have ${file.path} as it was read.`);
}

async function readSegment(place: BackupPlace, name: string, problems: string[]): Promise<void> {
  let bytes = 0;
  for await (const chunk of readFile(place, `wal/${name}`)) bytes += chunk.length;
  if (bytes !== SEGMENT_BYTES) problems.push(`wal/${name} has ${bytes} bytes instead of ${SEGMENT_BYTES}.`);
}

/** The position of a segment, whatever its timeline. */
const placeOf = (name: string): bigint =>
  BigInt(`0x${name.slice(8, 16)}`) * PER_FILE + BigInt(`0x${name.slice(16, 24)}`);

/** From the oldest copy on every segment has to be there, on one timeline or another. */
function gapsIn(names: readonly string[], bases: readonly Manifest[]): string[] {
  const [oldest] = bases;
  if (oldest === undefined) return [];
  const there = new Set(names.map(placeOf));
  const last = [...there].reduce((most, one) => (one > most ? one : most), 0n);
  const problems: string[] = [];
  for (let at = placeOf(oldest.firstWal); at <= last; at += 1n)
    if (!there.has(at))
      problems.push(`The log has a gap: segment ${nameAt(at)} is missing. Make a new backup.`);
  for (const { id, lastWal } of bases)
    if (!there.has(placeOf(lastWal)))
      problems.push(`The log of base/${id} is not complete: ${lastWal} is missing.`);
  return problems;
}

const hex = (number: bigint): string => number.toString(16).toUpperCase().padStart(8, '0');
const nameAt = (at: bigint): string => `${hex(at / PER_FILE)}${hex(at % PER_FILE)}`;
