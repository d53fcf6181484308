import { pbkdf2 } from 'node:crypto';
import http from 'node:http';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { useTestApp } from '../../test/app.ts';

const app = useTestApp();

/** Without a client that unpacks by itself, on threads that are shared. */
const ask = (path: string, token: string): Promise<{ encoding: string | undefined; body: Buffer }> =>
  new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br, gzip', 'x-auth-token': token };
    const request = http.get(`${app.url}${path}`, { headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ encoding: answer.headers['content-encoding'], body: Buffer.concat(parts) }),
      );
    });
    request.on('error', reject);
  });

it('compresses an answer without the threads that something else may hold', async () => {
  const { token } = await app.make.user({ isAdmin: true });
  for (let made = 0; made < 50; made += 1) await app.make.user();
  let done = 0;
  // Each of the shared threads works on the first of these until long after the answer.
  const held = Array.from({ length: 16 }, async () => {
    await promisify(pbkdf2)('text', 'salt', 150_000, 64, 'sha512');
    done += 1;
  });
  const { encoding, body } = await ask('/api/v1/admin/users', token);
  expect(done).toBeLessThan(4);
  await Promise.all(held);
  expect(encoding).toBe('gzip');
  expect(gunzipSync(body).length).toBeGreaterThan(8_192);
});
