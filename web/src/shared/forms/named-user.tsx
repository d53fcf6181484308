/** A user by name, checked before something is done for them: once found, the field locks and says whose account it is. */
import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { send, wordsOf, type CallReply } from '../../platform/send.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { pen } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';

export interface NamedUser {
  text: string;
  /** What is wrong with the name, under the field. */
  fix: string | undefined;
  /** Once the name was checked. */
  found: CallReply<'validateUser'> | undefined;
  isChecking: boolean;
  type: (text: string) => void;
  refuse: (fix: string) => void;
  check: () => void;
}

/** `onType` keeps what is typed where the form keeps it. */
export function useNamedUser(text: string, onType: (text: string) => void): NamedUser {
  const [fix, setFix] = useState<string>();
  const checking = useMutation({
    mutationFn: (userName: string) => send('validateUser', { userName }),
    onError: (error) => {
      setFix(wordsOf(error));
      toast.error(wordsOf(error));
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
    check: () => checking.mutate(text.trim()),
  };
}

export function NamedUserField({ label, hint, user }: { label: string; hint?: string; user: NamedUser }) {
  if (user.found !== undefined) {
    return (
      <div className="grid gap-1.5">
        <p className="text-meta font-semibold">{label}</p>
        <div
          role="status"
          className="flex min-h-14 items-center gap-3 rounded-control border border-success bg-success-wash py-1 pr-1 pl-3"
        >
          <CircleCheck size={22} className="shrink-0 text-success" {...pen} />
          <p className="grid min-w-0 flex-1 grid-cols-1 leading-tight">
            <span className="font-semibold [overflow-wrap:anywhere]">{user.found.name}</span>
            <span className="text-meta text-ink-2 [overflow-wrap:anywhere]">{user.found.userName}</span>
          </p>
          <Button kind="quiet" compact onClick={() => user.type(user.text)}>
            Change
          </Button>
        </div>
      </div>
    );
  }
  return (
    <TextField
      label={label}
      {...(hint !== undefined && { hint })}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={60}
      value={user.text}
      error={user.fix}
      readOnly={user.isChecking}
      onChange={(event) => user.type(event.target.value)}
    />
  );
}
