/** `GET /events`: what changes for the signed-in person, as server-sent events. The token travels in the header, never in the address. */
import type { UserEvent } from '@jara/contract/brand.ts';
import type { FastifyInstance } from 'fastify';
import type { Events } from './events.ts';
import type { Log } from './log.ts';
import { refuse } from './refuse.ts';
import { callerOf } from './serve.ts';
import type { Sessions } from './session.ts';

// Proxies close connections that are silent for a minute.
const BREATH_MS = 15_000;

export function addEventStream(
  app: FastifyInstance,
  { sessions, events, log }: { sessions: Sessions; events: Events; log: Log },
): void {
  const open = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });
  app.get('/events', async (request, reply) => {
    const principal = await callerOf(request, sessions);
    if (principal === undefined) refuse('unauthenticated');
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    stream.write(': open\n\n');
    const write = (event: UserEvent): void => {
      stream.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    };
    const unfollow = events.follow(principal.userId, write);
    const end = (): void => {
      clearInterval(breathe);
      unfollow();
      open.delete(end);
      stream.end();
    };
    const breathe = setInterval(() => {
      // A session that ended stops hearing. While the database cannot be asked, nobody is sent away.
      callerOf(request, sessions).then(
        (still) => (still === undefined ? end() : stream.write(': breath\n\n')),
        (error: unknown) => log.warn({ err: error }, 'could not ask whether a session still lives'),
      );
    }, BREATH_MS);
    open.add(end);
    stream.on('close', end);
  });
}
