import { once } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { OpenFiles } from './open-files.ts';

const app = useTestApp();
const unread = async (): Promise<Readable> => new Readable({ read: () => undefined });

describe('the files of one process', () => {
  it('are written one at a time for each user, until they are read or left', async () => {
    const [files, ada, ben] = [new OpenFiles(), 1n, 2n];
    const left = await files.open(ada, unread);
    await expect(files.open(ada, unread)).rejects.toMatchObject({ code: 'too_many_requests' });
    await files.open(ben, unread);
    left.destroy();
    await once(left, 'close');
    const read = await files.open(ada, unread);
    read.push(null);
    read.resume();
    await once(read, 'end');
    await expect(files.open(ada, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await files.open(ada, unread);
  });

  it.each(['csv', 'pdf'])('are answered as %s one after the other', async (format) => {
    const { token } = await app.make.user();
    for (let time = 0; time < 3; time += 1) {
      const address = `${app.url}/api/v1/statement?format=${format}`;
      const answer = await fetch(address, { headers: { 'x-auth-token': token } });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
  });
});
