/** Where the links lead that prove an e-mail address. Opening one does nothing yet: mail programs open links by themselves. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { FailureNotice } from '../../shared/load-failure.tsx';
import { FormScreen } from '../../shared/form-screen.tsx';
import { to } from '../../platform/paths.ts';
import { send } from '../../platform/send.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

type Word = 'confirm' | 'stop';

export default function EmailLink() {
  const isDecision = useParams()['purpose'] === 'decide';
  const [token] = useState(() => window.location.hash.slice(1));
  // The token is a key: it does not stay in the address bar and the history.
  useEffect(() => window.history.replaceState(null, '', to.emailLink), []);
  const answering = useMutation({ mutationFn: (answer: Word) => send('answerEmailLink', { token, answer }) });
  if (answering.isSuccess) {
    return (
      <FormScreen title="Your e-mail address">
        <Notice tone="success">{answering.data.msg}.</Notice>
        <ButtonLink to={to.account} wide>
          To my account
        </ButtonLink>
      </FormScreen>
    );
  }
  return (
    <FormScreen title="Your e-mail address">
      {token === '' && (
        <Notice tone="danger">
          This link is not whole. Open the one in your newest mail, or ask for another.
        </Notice>
      )}
      {answering.isError && <FailureNotice error={answering.error} />}
      <p>
        {isDecision
          ? 'Somebody asked to give your account another e-mail address in place of this one. If it was you, agree to it. If not, stop it: your account keeps this address, and whoever changed it is logged out.'
          : 'Confirm that this e-mail address is yours. It then belongs to your account.'}
      </p>
      <div className="grid gap-3">
        <Choice word="confirm" answering={answering} isOff={token === ''}>
          {isDecision ? 'It was me: agree' : 'Confirm the address'}
        </Choice>
        {isDecision && (
          <Choice word="stop" answering={answering} isOff={token === ''}>
            It was not me: stop it
          </Choice>
        )}
      </div>
    </FormScreen>
  );
}

function Choice({
  word,
  answering,
  isOff,
  children,
}: {
  word: Word;
  answering: { isPending: boolean; variables: Word | undefined; mutate: (word: Word) => void };
  isOff: boolean;
  children: string;
}) {
  return (
    <Button
      wide
      kind={word === 'stop' ? 'danger' : 'primary'}
      disabled={isOff || answering.isPending}
      busy={answering.isPending && answering.variables === word}
      onClick={() => answering.mutate(word)}
    >
      {children}
    </Button>
  );
}
