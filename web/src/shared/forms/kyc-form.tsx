/** Verifying who one is, by NIN or BVN: one of the two, 11 digits. Used by the dashboard's sheet and by the account. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import type { Profile } from '@jara/contract/calls/accounts.ts';
import { digitsIn } from '@jara/contract/digits.ts';
import { messages } from '@jara/contract/messages.ts';
import { identityCheckQuery, keys } from '../../platform/queries.ts';
import { Refusal, send, wordsOf } from '../../platform/send.ts';
import { adoptProfile } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { noNetworkWords, useOnline } from '../online.ts';
import { ConfirmIdentityForm, type Confirmed } from './confirm-identity-form.tsx';

type Method = 'nin' | 'bvn';

const elevenDigits = /^\d{11}$/;

const methods = [
  { value: 'nin', label: 'NIN' },
  { value: 'bvn', label: 'BVN' },
];

interface KycProps {
  /** The one that is missing, when the other is verified already. */
  only?: Method;
  onDone: () => void;
}

/** The number, then what proves that it is the user's; what was begun a while ago goes on. */
export function KycForm({ only, onDone }: KycProps) {
  const [isAnother, setAnother] = useState(false);
  const check = useQuery(identityCheckQuery).data?.check ?? null;
  const finish = useFinish(onDone);
  const goOn = (answer: Confirmed, method: Method) => {
    setAnother(false);
    // It was verified before, on another device.
    if (answer.user[method] !== null) finish(answer);
  };
  if (check !== null && !isAnother && (only === undefined || check.kind === only)) {
    return <ConfirmIdentityForm check={check} onConfirmed={finish} onAnother={() => setAnother(true)} />;
  }
  return <NumberForm {...(only !== undefined && { only })} onSent={goOn} />;
}

function NumberForm({
  only,
  onSent,
}: {
  only?: Method;
  onSent: (answer: Confirmed, method: Method) => void;
}) {
  const [method, setMethod] = useState<Method>(only ?? 'nin');
  const [number, setNumber] = useState('');
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const isOnline = useOnline();

  const fail = (words: string, toastWords = words) => {
    setProblem(words);
    toast.error(toastWords);
    focusFirstError(form.current);
  };
  const verify = useVerify(
    (answer) => onSent(answer, method),
    (error) => {
      const said = error instanceof Refusal ? error.errorOf(method) : undefined;
      fail(said ?? wordsOf(error));
    },
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (verify.isPending) return;
    const digits = digitsIn(number, elevenDigits);
    if (!/\d/.test(number)) return fail(`Enter your ${method.toUpperCase()}.`, messages.enterIdentity);
    if (digits === undefined) return fail(`A ${method.toUpperCase()} has 11 digits.`);
    setProblem(undefined);
    verify.mutate(method === 'nin' ? { nin: digits } : { bvn: digits });
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
      {only === undefined && (
        <Segmented
          label="Verify with"
          options={methods}
          value={method}
          onChange={(value) => {
            setMethod(value === 'bvn' ? 'bvn' : 'nin');
            setProblem(undefined);
          }}
        />
      )}
      <TextField
        label={method === 'nin' ? 'Your NIN' : 'Your BVN'}
        hint={
          method === 'nin'
            ? '11 digits. Dial *346# on the line that you registered with to see it.'
            : '11 digits. Dial *565*0# on the line that your bank knows to see it.'
        }
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={200}
        value={number}
        error={problem}
        onChange={(event) => {
          setNumber(event.target.value);
          setProblem(undefined);
        }}
      />
      <p className="text-meta text-ink-2">
        By sending it you agree that it is checked. We keep its last four digits, not the number.
      </p>
      <Button type="submit" wide busy={verify.isPending} busyLabel="Checking" disabled={!isOnline}>
        {isOnline ? 'Verify' : noNetworkWords}
      </Button>
    </form>
  );
}

function useVerify(onSent: (answer: Confirmed) => void, onError: (error: unknown) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (numbers: { nin?: string; bvn?: string }) => {
      const askedAt = Date.now();
      return { ...(await send('updateKyc', numbers)), askedAt };
    },
    onSuccess: async (answer) => {
      toast.success(answer.msg);
      await queryClient.invalidateQueries({ queryKey: keys.identityCheck });
      onSent(answer);
    },
    onError,
  });
}

/** The user is verified: what is known of them is out of date. */
function useFinish(onDone: () => void) {
  const queryClient = useQueryClient();
  return ({ user, askedAt }: Confirmed) => {
    const profile = queryClient.getQueryData<Profile>(keys.profile);
    if (profile !== undefined) {
      adoptProfile({ ...profile, user }, askedAt);
      queryClient.setQueryData<Profile>(keys.profile, { ...profile, user });
    }
    void queryClient.invalidateQueries({ queryKey: keys.profile });
    void queryClient.invalidateQueries({ queryKey: keys.identityCheck });
    onDone();
  };
}
