/** Passkeys: what keeps them is this device, another one, or a password manager; here stands which there are. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { OwnPasskey } from '@jara/contract/calls/access/passkeys.ts';
import { hasPasskeys, makePasskey } from '../../../platform/passkeys.ts';
import { keys } from '../../../platform/queries.ts';
import { send } from '../../../platform/send.ts';
import { StepUpSheet, type Secrets } from '../../../shared/forms/step-up-sheet.tsx';
import { twoStepFields, type SecondFactors } from '../../../shared/forms/two-step-fields.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { When } from '../../../shared/when.tsx';
import { Button } from '../../../ui/button.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { PasskeyName } from './passkey-name.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Open =
  | { step: 'add' }
  | { step: 'rename' | 'remove'; passkey: OwnPasskey }
  | { step: 'codes'; codes: readonly string[] };

export function PasskeySection(factors: SecondFactors) {
  const [open, setOpen] = useState<Open>();
  const query = useQuery({
    queryKey: keys.passkeys,
    queryFn: ({ signal }) => send('listPasskeys', undefined, { signal }),
  });
  const passkeys = query.data?.passkeys;
  const isHere = query.data?.origin === location.origin && hasPasskeys();
  return (
    <section className="grid gap-4 border-t border-ink pt-4 pb-8" aria-label="Passkeys">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="grid gap-1">
          <h2 className="display text-lead">Passkeys</h2>
          <p className="max-w-reading text-meta text-ink-2">
            Log in, and pay where your PIN is asked, with your fingerprint, your face or the lock of your
            device. No false page can take a passkey from you. With one, the password alone does not open your
            account.
          </p>
        </div>
        {isHere && (
          <Button kind="secondary" onClick={() => setOpen({ step: 'add' })}>
            Add a passkey
          </Button>
        )}
      </div>
      {query.data !== undefined && !isHere && <Elsewhere origin={query.data.origin} />}
      {passkeys === undefined && query.isError && (
        <LoadFailure
          title="Your passkeys could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {passkeys === undefined && !query.isError && <SkeletonRows rows={1} label="Loading your passkeys" />}
      {passkeys !== undefined && passkeys.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <Row key={passkey._id} passkey={passkey} onOpen={(step) => setOpen({ step, passkey })} />
          ))}
        </ul>
      )}
      {open !== undefined && <Step open={open} factors={factors} onChange={setOpen} />}
    </section>
  );
}

/** Why none is added here, and where one is. */
function Elsewhere({ origin }: { origin: string | null }) {
  if (origin === null)
    return (
      <p className="text-meta text-ink-2">
        This shop is reached at a number, and passkeys need a name. They work once it has one.
      </p>
    );
  if (origin === location.origin)
    return <p className="text-meta text-ink-2">This browser has no passkeys. Try another one.</p>;
  return (
    <p className="text-meta text-ink-2">
      Passkeys work at{' '}
      <a
        href={`${origin}${location.pathname}`}
        className="[overflow-wrap:anywhere] font-semibold text-brand underline underline-offset-4"
      >
        {origin}
      </a>
      , and not at the address of this page.
    </p>
  );
}

function Row({
  passkey: { name, createdAt, lastUsedAt, isBackedUp, opensAlone },
  onOpen,
}: {
  passkey: OwnPasskey;
  onOpen: (step: 'rename' | 'remove') => void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <KeyRound size={24} className="shrink-0 text-ink-2" {...pen} />
      <div className="grid min-w-0 flex-1 basis-48 grid-cols-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold [overflow-wrap:anywhere]">
          {name}
          {isBackedUp && <Pill tone="plain">On your other devices too</Pill>}
        </p>
        <p className="text-meta text-ink-2">
          {lastUsedAt === null ? (
            'Not used yet'
          ) : (
            <>
              Last used <When iso={lastUsedAt} precise />
            </>
          )}
          {' \u00b7 '}since <When iso={createdAt} />
        </p>
        {!opensAlone && (
          <p className="text-meta text-amber">
            Your password was changed. It works again once you log in with both.
          </p>
        )}
      </div>
      {/* On a phone below the name, and in line with it. */}
      <div className="flex gap-1 max-sm:ml-7">
        <Button kind="quiet" compact onClick={() => onOpen('rename')} aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <Button kind="quiet" compact onClick={() => onOpen('remove')} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
    </li>
  );
}

function Step({
  open,
  factors,
  onChange,
}: {
  open: Open;
  factors: SecondFactors;
  onChange: (open: Open | undefined) => void;
}) {
  const queryClient = useQueryClient();
  const close = () => onChange(undefined);
  const refresh = () => queryClient.invalidateQueries({ queryKey: keys.security });
  const done = async (msg: string) => {
    await refresh();
    toast.success(msg);
    close();
  };
  const shared = {
    fields: twoStepFields(factors),
    passkey: factors.hasPasskey && ('alone' as const),
    onClose: close,
  };
  switch (open.step) {
    case 'add':
      return (
        <StepUpSheet
          {...shared}
          title="Add a passkey"
          label="Continue"
          busyLabel="Asking your device"
          run={async (secrets) => {
            const { options } = await send('beginPasskey', stepUpOf(secrets));
            const credential = await makePasskey(options);
            const { msg, recoveryCodes } = await send('addPasskey', { credential });
            if (recoveryCodes.length === 0) return done(msg);
            await refresh();
            onChange({ step: 'codes', codes: recoveryCodes });
          }}
        >
          <p className="text-ink-2">
            Your device asks you where to keep it: on itself, in your password manager, or on your phone.
          </p>
        </StepUpSheet>
      );
    case 'rename':
      return (
        <PasskeyName
          passkey={open.passkey}
          onClose={close}
          onSave={async (name) => {
            const { msg } = await send('renamePasskey', { id: open.passkey._id, name });
            await done(msg);
          }}
        />
      );
    case 'remove':
      return (
        <StepUpSheet
          {...shared}
          title={`Remove ${open.passkey.name}`}
          label="Remove passkey"
          busyLabel="Removing"
          isDangerous
          run={async (secrets) => {
            const { msg } = await send('removePasskey', { id: open.passkey._id, ...stepUpOf(secrets) });
            await done(msg);
          }}
        >
          <p className="text-ink-2">
            It opens your account no more. Delete it on the device that keeps it, too.
          </p>
        </StepUpSheet>
      );
    case 'codes':
      return <RecoveryCodes codes={open.codes} onClose={close} />;
  }
}

const stepUpOf = ({ password, code }: Secrets) => ({
  ...(password !== '' && { password }),
  ...(code !== '' && { code }),
});
