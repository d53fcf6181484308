/** Notices on this device: whether there are any, and why not. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useOnline } from '../../../shared/online.ts';
import {
  pushWordsOf,
  readPushState,
  switchPushOff,
  switchPushOn,
  type PushState,
} from '../../../platform/push.ts';
import { keys } from '../../../platform/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { SectionLoading } from './section-loading.tsx';
import { Section } from './section.tsx';

const notified = {
  on: 'This device tells you from now on',
  off: 'Notices are off on this device',
  denied: 'Your browser does not allow notices from this site',
  unavailable: 'Notices are not available at the moment',
} as const;

export function NoticesSection() {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: keys.push,
    queryFn: ({ signal }) => readPushState(signal),
  });
  const turn = useMutation({
    mutationFn: (on: boolean) => (on ? switchPushOn() : switchPushOff()),
    onSuccess: (state, wanted) => {
      queryClient.setQueryData<PushState>(keys.push, state);
      if (state === 'denied' || state === 'unavailable') toast.error(notified[state]);
      else if (wanted === (state === 'on')) toast.success(state === 'on' ? notified.on : notified.off);
    },
    onError: (error) => toast.error(pushWordsOf(error)),
  });
  const isOnline = useOnline();
  const state = query.data;
  if (state === undefined) return <SectionLoading what="your notices" rows={1} query={query} />;
  return (
    <Section
      title="Notices on this device"
      isOn={state === 'on'}
      actions={
        (state === 'on' || state === 'off') && (
          <Button
            kind="secondary"
            busy={turn.isPending}
            busyLabel={state === 'on' ? 'Turning off' : 'Turning on'}
            disabled={!isOnline}
            onClick={() => turn.mutate(state === 'off')}
          >
            {state === 'on' ? 'Turn off notices' : 'Turn on notices'}
          </Button>
        )
      }
    >
      {words[state]}
      {turn.isError && (
        <p role="status" className="pt-2 text-danger">
          {pushWordsOf(turn.error)}.
        </p>
      )}
    </Section>
  );
}

const what =
  'when a purchase or a withdrawal ends after you have left, when money comes back, and when money comes in';

const words: Readonly<Record<PushState, ReactNode>> = {
  on: `It tells you ${what}, for as long as you are logged in here.`,
  off: `It can tell you ${what}. Numbers are shortened, so that a locked screen gives nothing away.`,
  denied: (
    <>
      Your browser does not allow notices from this site. Press the sign beside the address, allow{' '}
      <b>Notifications</b>, and load this page again.
    </>
  ),
  'not installed': (
    <>
      On an iPhone or iPad they need the app: press Share in Safari, then <b>Add to Home Screen</b>, open it
      from there, and come back to this page.
    </>
  ),
  unavailable: 'Notices are not available at the moment. Nothing you chose is lost; look here again later.',
  unsupported:
    'This browser has none. Chrome, Edge, Firefox and Samsung Internet have them, and Safari on a Mac; private windows do not.',
};
