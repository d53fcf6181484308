/**
 * The event stream of the signed-in user (`GET /events`, server-sent events). It is read with `fetch` because the token travels
 * in a header. It comes back by itself after a break, slower each time, and at once when the phone is back on the network.
 */
import type { ServiceEvent, TransactionEvent } from '@jara/contract/brand.ts';
import { isConnectionDead, noteConnection } from './connection.ts';
import { watchConnection } from './connection-watch.ts';
import { delay } from './delay.ts';
import { expireSession, isEnded } from './session.ts';

const firstDelayMs = 1_000;
const longestDelayMs = 30_000;
/** The server sends a comment at least every 20 s; a longer silence is a dead connection. */
const silenceMs = 50_000;

/** What arrives together is published together; and the answer to the call that made a change has time to be there before. */
const gatherMs = 300;

export interface EventHandlers {
  onTransactions: (events: readonly TransactionEvent[]) => void;
  /** A locked service that the person waits for is back: what people call it. */
  onService: (name: string) => void;
  /** The stream, or the connection, was away and is back: whatever happened in between has been missed. */
  onBack: () => void;
}

/** Follows the stream until the returned function is called. */
export function followEvents(token: string, handlers: EventHandlers): () => void {
  const stop = new AbortController();
  void follow(token, handlers, stop.signal);
  watchConnection(handlers.onBack, stop.signal);
  return () => stop.abort();
}

/** Gathers events for a moment; of several about one line one is left, and it names a status only when all of them did. */
export function gather(
  publish: EventHandlers['onTransactions'],
  stop: AbortSignal,
): (event: TransactionEvent) => void {
  let gathered = new Map<string, TransactionEvent>();
  const flush = () => {
    const events = [...gathered.values()];
    gathered = new Map();
    if (!stop.aborted) publish(events);
  };
  return (event) => {
    const { type, _id: id } = event;
    const earlier = gathered.get(id);
    if (gathered.size === 0) setTimeout(flush, gatherMs);
    gathered.set(id, earlier !== undefined && earlier.status === undefined ? { type, _id: id } : event);
  };
}

async function follow(token: string, handlers: EventHandlers, stop: AbortSignal): Promise<void> {
  const onTransaction = gather(handlers.onTransactions, stop);
  let delayMs = firstDelayMs;
  let wasAway = false;
  while (!stop.aborted) {
    const onOpen = () => {
      delayMs = firstDelayMs;
      // A connection that was dead says itself that it is back, with the first word of the stream.
      if (wasAway && !isConnectionDead()) handlers.onBack();
    };
    const outcome = await readStream(token, stop, { onOpen, onTransaction, onService: handlers.onService });
    if (outcome === 'refused') return;
    wasAway = true;
    await delay(delayMs * (0.75 + Math.random() / 2), stop);
    delayMs = Math.min(delayMs * 2, longestDelayMs);
  }
}

interface StreamListener extends Pick<EventHandlers, 'onService'> {
  onOpen: () => void;
  onTransaction: (event: TransactionEvent) => void;
}

async function readStream(
  token: string,
  stop: AbortSignal,
  { onOpen, onTransaction, onService }: StreamListener,
): Promise<'refused' | 'ended'> {
  const silence = new AbortController();
  const cut = () => silence.abort();
  let timer = setTimeout(cut, silenceMs);
  stop.addEventListener('abort', cut);
  try {
    const response = await fetch('/events', {
      headers: { accept: 'text/event-stream', 'x-auth-token': token },
      signal: silence.signal,
    });
    if (response.status === 401) {
      // With another token there is another stream.
      if (await isEnded(token)) expireSession();
      return 'refused';
    }
    if (!response.ok || response.body === null) return 'ended';
    onOpen();
    const feed = parseEvents((name, text) => {
      // Our own server wrote them.
      if (name === 'transaction') onTransaction(JSON.parse(text) as TransactionEvent);
      if (name === 'service') onService((JSON.parse(text) as ServiceEvent).name);
    });
    const decoder = new TextDecoder();
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) return 'ended';
      noteConnection({ dead: false });
      clearTimeout(timer);
      timer = setTimeout(cut, silenceMs);
      feed(decoder.decode(value, { stream: true }));
    }
  } catch {
    return 'ended'; // cut off, silent for too long, or stopped by us: the caller decides what is next
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', cut);
  }
}

/** Cuts a server-sent stream into events; returns the function that takes the text as it arrives. */
export function parseEvents(onEvent: (name: string, text: string) => void): (chunk: string) => void {
  let pending = '';
  let name = 'message';
  let lines: string[] = [];
  return (chunk) => {
    const parts = (pending + chunk).split(/\r?\n/);
    pending = parts.pop() ?? '';
    for (const line of parts) {
      if (line === '') {
        if (lines.length > 0) onEvent(name, lines.join('\n'));
        name = 'message';
        lines = [];
      } else if (line.startsWith('event:')) {
        name = line.slice(6).trim();
      } else if (line.startsWith('data:')) {
        lines.push(line.slice(5).replace(/^ /, ''));
      }
    }
  };
}
