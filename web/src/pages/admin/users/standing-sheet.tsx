/** Stops an account or opens it again: which standing, what the owner is told, and why. */
import { useState } from 'react';
import { limits, standings, type Standing } from '@jara/contract/constants.ts';
import { send } from '../../../platform/send.ts';
import { Chips } from '../../../ui/choice.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { useChangeOfUser } from './change-of-user.ts';
import { userSheet, type UserFormProps } from './user-sheet.tsx';

const meaning: Record<Standing, string> = {
  active: 'Everything works again. Sessions that ended stay ended.',
  restricted:
    'They log in, see everything and receive money. Nothing is bought, no money leaves, rights of staff rest.',
  suspended: 'All sessions end, nobody logs in, API tokens open nothing, and nobody can send to them.',
  closed: 'As suspended, and API tokens end. Only an empty account can be closed.',
};

const options = standings.map((value) => ({ value, label: value }));

function StandingForm({ user, onDone }: UserFormProps) {
  const [standing, setStanding] = useState<Standing>(user.standing === 'active' ? 'restricted' : 'active');
  const [words, setWords] = useState('');
  const set = useChangeOfUser(
    (reason: string) =>
      send('setStanding', {
        id: user._id,
        standing,
        reason,
        ...(words.trim() !== '' && { words: words.trim() }),
      }),
    { onDone },
  );
  return (
    <div className="grid gap-5">
      <Chips
        label={`${user.userName} is ${user.standing}. From now on:`}
        options={options}
        value={standing}
        onChange={(value) => {
          setStanding(standings.find((one) => one === value) ?? standing);
          set.reset();
        }}
      />
      <TextField
        label="What the user is told (optional)"
        hint="In a mail, and where they would buy or log in."
        value={words}
        maxLength={limits.standingWordsMaximum}
        onChange={(event) => setWords(event.target.value)}
      />
      <ReasonForm
        doing={set}
        onReason={(reason) => set.mutate(reason)}
        action={`Set to ${standing}`}
        kind={standing === 'active' ? 'primary' : 'danger'}
      >
        {meaning[standing]}
      </ReasonForm>
    </div>
  );
}

export const StandingSheet = userSheet('Stop or open the account', StandingForm);
