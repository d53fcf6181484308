import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { useTestApp } from '../../test/app.ts';

const app = useTestApp();
const INTERVAL_MS = 250;

/** Sends `start`, and then `more` again and again until the other side cuts the connection. Gives what it said. */
function dribble(start: string, more: string): Promise<string> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname);
    socket.write(start);
    const dripping = setInterval(() => socket.write(more), INTERVAL_MS);
    socket.on('data', (data) => (received += data.toString()));
    // What was still sent as the connection was cut.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(dripping);
      resolve(received);
    });
  });
}

const head =
  'POST /api/v1/sessions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 30000\r\n';

// By itself, Node would wait for a minute or five.
it(
  'a request whose head or body comes drop by drop keeps no connection: it is cut, and told why',
  { timeout: 55_000 },
  async () => {
    const answers = await Promise.all([
      dribble('GET /healthz HTTP/1.1\r\nhost: x\r\n', 'x-more: x\r\n'),
      dribble(`${head}\r\n{"userName":"`, 'x'),
    ]);
    for (const answer of answers)
      expect(answer).toContain('The request did not arrive in time. Nothing was done');
  },
);
