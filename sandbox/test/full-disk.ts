import { open } from 'node:fs/promises';
import { onTestFinished, vi } from 'vitest';
import { temporaryDirectory } from './sandbox.ts';

/** From now on the disk takes half of whatever is appended, and then says that it is full. Gives what makes room again. */
export async function fillDisk(): Promise<() => void> {
  const file = await open(`${temporaryDirectory()}/any`, 'a');
  const handles = Object.getPrototypeOf(file) as typeof file; // shared by all open files
  await file.close();
  const { appendFile } = handles;
  const full = vi.spyOn(handles, 'appendFile').mockImplementation(async function (this: typeof file, data) {
    if (!Buffer.isBuffer(data)) throw new Error('the journal appends bytes');
    await appendFile.call(this, data.subarray(0, data.length / 2));
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
  const makeRoom = () => full.mockRestore();
  onTestFinished(makeRoom);
  return makeRoom;
}
