import { useState } from 'react';
import { userTypes } from '@jara/contract/constants.ts';
import { FailureNotice } from '../../../shared/load-failure.tsx';
import { Refusal, send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { useChangeOfUser } from './change-of-user.ts';
import { nextType } from './filters.ts';
import { userSheet, type UserFormProps } from './user-sheet.tsx';

/** What an upgrade says when the server gives no words of its own (S8.5). */
const fallback = 'something went wrong';

/** The next type of the cycle is chosen already. */
function UpgradeForm({ user, onDone }: UserFormProps) {
  const [userType, setType] = useState(() => nextType(user.userType));
  const upgrade = useChangeOfUser(() => send('upgradeUser', { userId: user._id, userType }), {
    onDone,
    failure: (error) => (error instanceof Refusal && error.status >= 500 ? fallback : wordsOf(error)),
  });
  const options = userTypes.map((type) => ({ value: type, label: type }));
  return (
    <div className="grid gap-5">
      <p>
        <b>{user.userName}</b> is {user.userType}. The prices change at once; no fee is taken.
      </p>
      <Chips label="New type" options={options} value={userType} onChange={setType} />
      {upgrade.isError && <FailureNotice error={upgrade.error} />}
      <Button
        wide
        disabled={userType === user.userType}
        busy={upgrade.isPending}
        onClick={() => upgrade.mutate(undefined)}
      >
        {userType === user.userType ? `Is ${userType} already` : `Make ${user.userName} ${userType}`}
      </Button>
    </div>
  );
}

export const UpgradeSheet = userSheet('Upgrade user', UpgradeForm);
