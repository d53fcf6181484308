import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fillDisk } from '../../test/full-disk.ts';
import { temporaryDirectory } from '../../test/sandbox.ts';
import { openFileJournal } from './journal.ts';
import type { Journal } from './journal.ts';
import type { FloatRecord, JournalRecord } from './records.ts';

const float = (floatKobo: number): FloatRecord => ({ store: 'glad', type: 'float', floatKobo, at: 1 });

async function open(directory: string): Promise<{ journal: Journal; replayed: JournalRecord[] }> {
  const replayed: JournalRecord[] = [];
  const journal = await openFileJournal(directory, (record) => replayed.push(record));
  onTestFinished(() => journal.close().catch(() => undefined));
  return { journal, replayed };
}

const lines = (directory: string): string[] =>
  readFileSync(join(directory, 'journal.jsonl'), 'utf8').split('\n').slice(0, -1);

describe('append', () => {
  it('has written when it resolves, and not before it was called to', async () => {
    const directory = temporaryDirectory();
    const { journal } = await open(directory);
    expect(lines(directory)).toEqual([]);
    await journal.append([float(1)]);
    expect(lines(directory)).toEqual([JSON.stringify(float(1))]);
  });

  it('keeps the records of one call in one line, so that a kill takes all or none', async () => {
    const directory = temporaryDirectory();
    const { journal } = await open(directory);
    await journal.append([float(1), float(2)]);
    expect(lines(directory)).toEqual([JSON.stringify([float(1), float(2)])]);
    await journal.close();
    expect((await open(directory)).replayed).toEqual([float(1), float(2)]);
  });

  it('keeps the order of the calls, however many wait together', async () => {
    const directory = temporaryDirectory();
    const { journal } = await open(directory);
    const records = Array.from({ length: 500 }, (_, index) => float(index));
    const written: Promise<void>[] = [];
    for (const record of records) {
      written.push(journal.append([record]));
      if (record.floatKobo % 50 === 0) await written.at(-1);
    }
    await Promise.all(written);
    await journal.close();
    expect((await open(directory)).replayed).toEqual(records);
  });

  it('says that everything is written once flushed', async () => {
    const directory = temporaryDirectory();
    const { journal } = await open(directory);
    const appended = journal.append([float(1)]);
    await journal.flushed();
    expect(lines(directory)).toHaveLength(1);
    await appended;
  });
});

const UNWRITTEN = 'The journal cannot be written';

describe('on a full disk', () => {
  it('says so, and writes in order what it could not as soon as there is room', async () => {
    const directory = temporaryDirectory();
    const { journal } = await open(directory);
    await journal.append([float(1)]);
    const makeRoom = await fillDisk();
    await expect(journal.append([float(2)])).rejects.toThrow(UNWRITTEN);
    await expect(journal.append([float(3), float(4)])).rejects.toThrow(UNWRITTEN);
    await expect(journal.flushed()).rejects.toThrow(UNWRITTEN);
    makeRoom();
    await journal.append([float(5)]);
    await journal.close();
    expect(lines(directory)).toEqual(
      [float(1), float(2), [float(3), float(4)], float(5)].map((one) => JSON.stringify(one)),
    );
  });

  it('leaves half a line at most to the next start, which cuts it off', async () => {
    const directory = temporaryDirectory();
    const { journal } = await open(directory);
    await journal.append([float(1)]);
    await fillDisk();
    await expect(journal.append([float(2)])).rejects.toThrow(UNWRITTEN);
    await expect(journal.close()).rejects.toThrow(UNWRITTEN);
    expect((await open(directory)).replayed).toEqual([float(1)]);
  });

  it('forgets what it could not write with all that came before a restart', async () => {
    const directory = temporaryDirectory();
    const { journal } = await open(directory);
    await journal.append([float(1)]);
    const makeRoom = await fillDisk();
    await expect(journal.append([float(2)])).rejects.toThrow(UNWRITTEN);
    await expect(journal.restart([float(3)])).rejects.toThrow(UNWRITTEN);
    makeRoom();
    await journal.flushed();
    expect(lines(directory)).toEqual([JSON.stringify(float(3))]);
  });
});

describe('restart', () => {
  it('drops what was there and what still waits, and keeps what comes after', async () => {
    const directory = temporaryDirectory();
    const { journal } = await open(directory);
    await journal.append([float(1)]);
    const queued = [journal.append([float(2)]), journal.restart([float(3)]), journal.append([float(4)])];
    await Promise.all(queued);
    expect(lines(directory)).toEqual([JSON.stringify(float(3)), JSON.stringify(float(4))]);
  });
});

describe('replay', () => {
  it('reads records that are longer than one reading of the file', async () => {
    const directory = temporaryDirectory();
    const { journal } = await open(directory);
    const long: JournalRecord = {
      store: 'webhooks',
      type: 'webhook',
      id: '1',
      simulator: 'squad',
      event: 'charge_successful',
      reference: 'r',
      body: '₦'.repeat(1_500_000),
      maxTries: null,
      at: 1,
    };
    await journal.append([long]);
    await journal.append([float(1)]);
    await journal.close();
    expect((await open(directory)).replayed).toEqual([long, float(1)]);
  });
});
