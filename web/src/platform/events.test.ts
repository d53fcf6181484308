import type { TransactionEvent } from '@jara/contract/brand.ts';
import { describe, expect, it } from 'vitest';
import { gather, parseEvents } from './events.ts';

function eventsOf(...chunks: string[]): [string, string][] {
  const events: [string, string][] = [];
  const feed = parseEvents((name, text) => events.push([name, text]));
  for (const chunk of chunks) feed(chunk);
  return events;
}

describe('the event stream', () => {
  it('gives each event with its name and text', () => {
    expect(eventsOf('event: transaction\ndata: {"_id":"t1"}\n\ndata: plain\n\n')).toEqual([
      ['transaction', '{"_id":"t1"}'],
      ['message', 'plain'],
    ]);
  });

  it('does not care where the network cuts it', () => {
    const whole = 'event: transaction\r\ndata: {"_id":"t1"}\r\n\r\n';
    expect(eventsOf(...Array.from(whole))).toEqual([['transaction', '{"_id":"t1"}']]);
  });

  it('leaves comments and unfinished events alone', () => {
    expect(eventsOf(': still here\n\n', 'event: transaction\ndata: {"_id":')).toEqual([]);
  });
});

describe('changes that come together', () => {
  it('are published together, each transaction once, with a status only when every one of them had it', async () => {
    const published = new Promise<readonly TransactionEvent[]>((resolve) => {
      const onTransaction = gather(resolve, new AbortController().signal);
      onTransaction({ type: 'transaction', _id: '1', status: 'pending' });
      onTransaction({ type: 'transaction', _id: '2' });
      onTransaction({ type: 'transaction', _id: '1', status: 'success' });
      onTransaction({ type: 'transaction', _id: '2', status: 'success' });
      onTransaction({ type: 'transaction', _id: '3', status: 'success' });
      onTransaction({ type: 'transaction', _id: '3' });
    });
    expect(await published).toEqual([
      { type: 'transaction', _id: '1', status: 'success' },
      { type: 'transaction', _id: '2' },
      { type: 'transaction', _id: '3' },
    ]);
  });
});
