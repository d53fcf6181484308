/**
 * The processes that one start made, which serve at one port. What they send each other goes through the process that started them
 * (app/start-processes.ts) and may be lost: nothing that has to be right hangs on it. That stands in the database.
 */
import cluster from 'node:cluster';

export interface Siblings {
  /** Of this process, from 1 on; whichever takes its place has it again. */
  readonly number: number;
  /** How many there are, with this one. */
  readonly count: number;
  /** To the one of that number, or to all others. */
  send(topic: string, message: unknown, to?: number): void;
  /** Calls back with what the others send. */
  receive(topic: string, received: (message: unknown) => void): void;
}

/** As it travels. */
export interface SiblingMessage {
  topic: string;
  message: unknown;
  from: number;
  to?: number;
}

/** Others send on the same way: the parts of Node itself, and a loader. */
export const isForSiblings = (sent: unknown): sent is SiblingMessage =>
  typeof sent === 'object' && sent !== null && 'topic' in sent && 'from' in sent;

export const alone: Siblings = { number: 1, count: 1, send: () => undefined, receive: () => undefined };

/** Of a process that another one started as one of several. */
export function openSiblings(number: number, count: number): Siblings {
  const { worker } = cluster;
  if (worker === undefined || count === 1) return alone;
  const receivers = new Map<string, (message: unknown) => void>();
  worker.on('message', (sent: unknown) => {
    if (isForSiblings(sent)) receivers.get(sent.topic)?.(sent.message);
  });
  return {
    number,
    count,
    send(topic, message, to) {
      if (worker.isConnected())
        worker.send({
          topic,
          message,
          from: number,
          ...(to === undefined ? {} : { to }),
        } satisfies SiblingMessage);
    },
    receive(topic, received) {
      receivers.set(topic, received);
    },
  };
}

/** The share of one process in what all together may have or do. */
export const shareOf = (all: number, { count }: Pick<Siblings, 'count'>): number => Math.ceil(all / count);
