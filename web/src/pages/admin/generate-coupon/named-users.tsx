/** Several users by name, one on each line: checked before something is done for them; once all are found, the field says whose accounts they are. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Refusal, send, wordsOf, type CallReply } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast } from '../../../ui/toast.tsx';

type Found = CallReply<'validateUser'>;

/** Fewer than the names that one may ask for in an hour: those that got a coupon are not counted. */
const MOST_AT_ONCE = 20;

export interface NamedUsers {
  text: string;
  /** What is wrong with the names, under the field. */
  fix: string | undefined;
  /** Each once, when all names were somebody's. */
  found: readonly Found[] | undefined;
  isChecking: boolean;
  type: (text: string) => void;
  refuse: (fix: string) => void;
  check: () => void;
}

/** As people paste them: lines, commas, blanks. */
export const namesIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

class NobodyCalled extends Error {}

/** `onType` keeps what is typed where the form keeps it. */
export function useNamedUsers(text: string, onType: (text: string) => void): NamedUsers {
  const [fix, setFix] = useState<string>();
  const checking = useMutation({
    mutationFn: findAll,
    onError: (error) => {
      const words = error instanceof NobodyCalled ? error.message : wordsOf(error);
      setFix(words);
      toast.error(words);
    },
  });
  return {
    text,
    fix,
    found: checking.data,
    isChecking: checking.isPending,
    type: (next) => {
      onType(next);
      setFix(undefined);
      checking.reset();
    },
    refuse: setFix,
    check: () => {
      const names = namesIn(text);
      if (names.length > MOST_AT_ONCE) setFix(`At most ${MOST_AT_ONCE} at once: these are ${names.length}.`);
      else checking.mutate(names);
    },
  };
}

async function findAll(names: readonly string[]): Promise<Found[]> {
  const found = new Map<string, Found>();
  const unknown: string[] = [];
  for (const name of names) {
    try {
      const user = await send('validateUser', { userName: name });
      found.set(user.userName, user);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
      unknown.push(name);
    }
  }
  if (unknown.length > 0) throw new NobodyCalled(`Nobody here is called ${unknown.join(', ')}.`);
  return [...found.values()];
}

export function NamedUsersField({ users }: { users: NamedUsers }) {
  if (users.found !== undefined)
    return (
      <div className="grid gap-1.5">
        <div className="flex items-center justify-between gap-3">
          <p className="text-meta font-semibold">Usernames</p>
          <Button kind="quiet" compact onClick={() => users.type(users.text)}>
            Change
          </Button>
        </div>
        <div
          role="status"
          aria-label="Who was found"
          className="rounded-control border border-success bg-success-wash px-3"
        >
          <ul className="divide-y divide-line">
            {users.found.map(({ userName, name }) => (
              <li key={userName} className="flex flex-wrap justify-between gap-x-3 py-1.5">
                <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>
                <span className="text-meta text-ink-2 [overflow-wrap:anywhere]">{userName}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    );
  return (
    <TextArea
      label="Usernames"
      hint={`One on each line, or with commas; ${MOST_AT_ONCE} at most. Each gets a coupon of this sum.`}
      rows={4}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={2_000}
      value={users.text}
      error={users.fix}
      readOnly={users.isChecking}
      onChange={(event) => users.type(event.target.value)}
    />
  );
}
