import { useState } from 'react';
import { userTypes } from '@jara/contract/constants.ts';
import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { Refusal, send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useChangeOfUser } from './change-of-user.ts';
import { nextType } from './filters.ts';

/** What an upgrade says when the server gives no words of its own (S8.5). */
const fallback = 'something went wrong';

export function UpgradeSheet({
  user,
  open,
  onClose,
}: {
  user: StaffUser;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Sheet title="Upgrade user" open={open} onClose={onClose}>
      <UpgradeForm user={user} onDone={onClose} />
    </Sheet>
  );
}

/** The next type of the cycle is chosen already. */
function UpgradeForm({ user, onDone }: { user: StaffUser; onDone: () => void }) {
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
      {upgrade.isError && <Notice tone="danger">{wordsOf(upgrade.error)}</Notice>}
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
