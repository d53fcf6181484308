import { useCallback, useRef } from 'react';
import type { CallName } from '@jara/contract/paths.ts';
import { newKey } from '../../platform/idempotency-key.ts';
import { Refusal, send, type CallInput, type CallReply } from '../../platform/send.ts';

/**
 * Sends what staff do by a press, with a key that stays until an answer comes: whoever presses again, because that of the first press was lost,
 * does nothing more and reads what it did. Another input is another press.
 */
export function useKeyedSend() {
  const attempt = useRef<{ of: string; key: string } | null>(null);
  return useCallback(
    async <Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallReply<Name>> => {
      const of = JSON.stringify([name, input]);
      if (attempt.current?.of !== of) attempt.current = { of, key: newKey() };
      const { key } = attempt.current;
      try {
        const reply = await send(...([name, input, { key }] as unknown as Parameters<typeof send<Name>>)); // the input of a call with a key is never left out
        attempt.current = null;
        return reply;
      } catch (error) {
        if (isAnswer(error)) attempt.current = null;
        throw error;
      }
    },
    [],
  );
}

const isAnswer = (error: unknown): boolean =>
  error instanceof Refusal && error.status < 500 && error.code !== 'idempotency_in_progress';
