/** What one may do to keep the money where it is: freeze the wallet with one press, and limit what leaves it in a day. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '@jara/contract/api.ts';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { Naira } from '../../../shared/naira.tsx';
import { keys } from '../../../platform/queries.ts';
import { send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { toast } from '../../../ui/toast.tsx';
import { LimitSheet } from './limit-sheet.tsx';
import { StepUpSheet, type Secrets } from '../../../shared/forms/step-up-sheet.tsx';
import { twoStepFields } from '../../../shared/forms/two-step-fields.ts';

type Controls = Pick<
  CallReply<'getSecurity'>,
  'isFrozen' | 'dailyLimit' | 'spentToday' | 'hasTotp' | 'hasPasskey'
>;

export function LimitsSection({ controls }: { controls: Controls }) {
  return (
    <section className="grid gap-5 border-t border-ink pt-4 pb-8" aria-labelledby="limits">
      <h2 id="limits" className="display text-lead">
        Limits and freeze
      </h2>
      <Freeze controls={controls} />
      <DailyLimit controls={controls} />
    </section>
  );
}

/** Makes a change and asks anew how things stand, whatever came of it. The rest of the program learns of a freeze by the profile. */
function useChange(): <Answer>(answer: Promise<Answer>) => Promise<Answer> {
  const queryClient = useQueryClient();
  return async (answer) => {
    try {
      return await answer;
    } finally {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.security }),
        queryClient.invalidateQueries({ queryKey: keys.profile }),
      ]);
    }
  };
}

const stepUpOf = ({ password, code }: Secrets) => ({ password, ...(code !== '' && { code }) });

function Freeze({ controls }: { controls: Controls }) {
  const { isFrozen } = controls;
  const [isOpening, setOpening] = useState(false);
  const change = useChange();
  const isOnline = useOnline();
  const freeze = useMutation({
    mutationFn: () => change(send('freezeWallet')),
    onSuccess: ({ msg }) => toast.success(msg),
    onError: (error) => toast.error(wordsOf(error)),
  });
  return (
    <Row
      title="Freeze"
      state={isFrozen && <Pill tone="amber">Frozen</Pill>}
      actions={
        isFrozen ? (
          <Button kind="secondary" onClick={() => setOpening(true)}>
            Unfreeze
          </Button>
        ) : (
          <Button
            kind="danger"
            busy={freeze.isPending}
            busyLabel="Freezing"
            disabled={!isOnline}
            onClick={() => freeze.mutate()}
          >
            {isOnline ? 'Freeze wallet' : noNetworkWords}
          </Button>
        )
      }
    >
      {isFrozen
        ? 'Nothing leaves your wallet, neither from a phone nor by an API token. Money that is sent to you still arrives.'
        : 'Lost your phone, or something looks wrong? Nothing leaves your wallet until you unfreeze it with your password.'}
      {isOpening && (
        <StepUpSheet
          title="Unfreeze wallet"
          fields={twoStepFields(controls)}
          passkey={controls.hasPasskey}
          label="Unfreeze"
          busyLabel="Unfreezing"
          onClose={() => setOpening(false)}
          run={async (secrets) => {
            const { msg } = await change(send('unfreezeWallet', stepUpOf(secrets)));
            toast.success(msg);
            setOpening(false);
          }}
        >
          <p className="text-ink-2">Then money can leave your wallet again.</p>
        </StepUpSheet>
      )}
    </Row>
  );
}

function DailyLimit({ controls }: { controls: Controls }) {
  const { dailyLimit, spentToday } = controls;
  const [open, setOpen] = useState<'set' | 'remove'>();
  const change = useChange();
  const close = () => setOpen(undefined);
  const done = (msg: string) => {
    toast.success(msg);
    close();
  };
  return (
    <Row
      title="Daily limit"
      actions={
        <>
          <Button kind="secondary" onClick={() => setOpen('set')}>
            {dailyLimit === null ? 'Set a limit' : 'Change limit'}
          </Button>
          {dailyLimit !== null && (
            <Button kind="quiet" onClick={() => setOpen('remove')}>
              Remove limit
            </Button>
          )}
        </>
      }
    >
      {dailyLimit === null ? (
        <p>
          The most that may leave your wallet in one day, whatever for.{' '}
          {spentToday === 0 ? 'Nothing' : <Naira amount={spentToday} />} has left it today.
        </p>
      ) : (
        <Spent of={dailyLimit} spent={spentToday} />
      )}
      {open === 'set' && (
        <LimitSheet
          current={dailyLimit}
          stepUpFields={twoStepFields(controls)}
          passkey={controls.hasPasskey}
          onClose={close}
          run={async (amount, secrets) => {
            const { msg } = await change(send('setSpendingLimit', { amount, ...stepUpOf(secrets) }));
            done(msg);
          }}
        />
      )}
      {open === 'remove' && (
        <StepUpSheet
          title="Remove limit"
          fields={twoStepFields(controls)}
          passkey={controls.hasPasskey}
          label="Remove limit"
          busyLabel="Removing"
          isDangerous
          onClose={close}
          run={async (secrets) => {
            const { msg } = await change(send('removeSpendingLimit', stepUpOf(secrets)));
            done(msg);
          }}
        >
          <p className="text-ink-2">As much as your wallet holds may leave it in one day.</p>
        </StepUpSheet>
      )}
    </Row>
  );
}

/** The day as a bar: what has left, of what may leave. */
function Spent({ of: limit, spent }: { of: number; spent: number }) {
  const percent = Math.min(100, Math.round((spent / limit) * 100));
  return (
    <div className="grid max-w-form gap-2">
      <p className="text-ink">
        <Naira amount={spent} className="font-semibold" /> of{' '}
        <Naira amount={limit} className="font-semibold" /> spent today
      </p>
      <div
        role="progressbar"
        aria-label="Spent of the daily limit"
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <div
          className={`h-full rounded-full ${spent >= limit ? 'bg-amber' : 'bg-brand'}`}
          style={{ width: `${percent}%` }}
        />
      </div>
      <p>
        {spent >= limit ? 'Nothing more leaves your wallet today. The' : 'The'} day begins anew at midnight.
        What fails or comes back does not count.
      </p>
    </div>
  );
}

function Row({
  title,
  state,
  actions,
  children,
}: {
  title: string;
  state?: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-3 border-line not-last:border-b not-last:pb-5 sm:grid-cols-[1fr_auto] sm:items-start sm:gap-8">
      <div className="grid gap-1">
        <div className="flex items-center gap-3">
          <h3 className="font-semibold">{title}</h3>
          {state}
        </div>
        <div className="max-w-reading text-meta text-ink-2">{children}</div>
      </div>
      <div className="flex flex-wrap gap-2 sm:justify-end">{actions}</div>
    </div>
  );
}
