/**
 * `GET /events`: what changes for the signed-in person, as server-sent events. The token travels in the header, never in the address. A
 * stream is nobody at the keyboard: it does not keep its session alive, and it ends with it.
 */
import type { Writable } from 'node:stream';
import { SECOND_MS } from '@jara/contract/time-units.ts';
import type { FastifyInstance } from 'fastify';
import type { Events } from './events.ts';
import type { FloodLimits } from './limits/flood-limits.ts';
import type { Log } from './log.ts';
import { refuse } from './refuse.ts';
import { shownBy } from './sessions/shown-by.ts';
import type { Sessions } from './session.ts';
import { elsewhereIn, noteTokenUse, refuseTokenBeyond, type TokenNotes } from './sessions/token-use.ts';
import { watchToken } from './sessions/watch-token.ts';

// Proxies close connections that are silent for a minute.
const BREATH_MS = 15 * SECOND_MS;

/** Of what was sent to a stream and not read. */
const MOST_UNREAD_BYTES = 64 * 1_024;

interface StreamDeps extends TokenNotes {
  sessions: Sessions;
  events: Events;
  log: Log;
  floodLimits: FloodLimits;
  config: { floods: { streamsPerUser: number } };
}

/**
 * Writes to a stream, and cuts it off when too much of that is left unread: whoever reads on connects anew and asks for everything anew, and
 * whoever has gone without a word does not fill the memory.
 */
export function sendTo(stream: Writable): (text: string) => void {
  return (text) => {
    if (stream.writableLength > MOST_UNREAD_BYTES) stream.destroy();
    else stream.write(text);
  };
}

export function addEventStream(
  app: FastifyInstance,
  { sessions, events, log, config, floodLimits, noteUse, noteElsewhere, noteRefusedUse }: StreamDeps,
): void {
  /** By user, the oldest first: what a phone left behind when its network went is ended by its next streams. */
  const open = new Map<string, Set<() => void>>();
  app.addHook('preClose', async () => {
    for (const end of [...open.values()].flatMap((ends) => [...ends])) end();
  });
  app.get('/events', async (request, reply) => {
    const { token, deviceKey } = shownBy(request);
    const found = await floodLimits.countCaller(
      request,
      reply,
      token === undefined
        ? undefined
        : {
            ...sessions.lookup(token, deviceKey),
            find: () => sessions.look(token, deviceKey, elsewhereIn(noteElsewhere, request)),
          },
    );
    if (token === undefined || found === undefined) refuse('unauthenticated');
    const { userId } = found.principal;
    refuseTokenBeyond(found.principal, 'read', request, { noteRefusedUse, isOnRecord: false });
    noteTokenUse(noteUse, found.principal, request);
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const send = sendTo(stream);
    send(': open\n\n');
    const unfollow = events.follow(
      userId,
      (event) => send(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
      // Who connects anew asks for everything anew.
      () => end(),
    );
    const breathe = setInterval(() => send(': breath\n\n'), BREATH_MS);
    const ofUser = open.get(String(userId)) ?? new Set();
    const end = (): void => {
      clearInterval(breathe);
      unfollow();
      unwatch();
      ofUser.delete(end);
      if (ofUser.size === 0) open.delete(String(userId));
      stream.end();
    };
    const unwatch = watchToken({ sessions, log }, { token, deviceKey, userId }, end);
    const [oldest] = ofUser;
    if (ofUser.size >= config.floods.streamsPerUser) oldest?.();
    open.set(String(userId), ofUser.add(end));
    stream.on('close', end);
  });
}
