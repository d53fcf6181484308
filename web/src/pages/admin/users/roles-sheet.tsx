/** Appoints and dismisses: the three rights, why, and the own password once more. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { keys } from '../../../platform/queries.ts';
import { send } from '../../../platform/send.ts';
import { SwitchField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ReasonStepUpSheet } from '../reason-step-up-sheet.tsx';
import { userKeys } from './queries.ts';

const rights = [
  { name: 'isAdmin', label: 'Admin', hint: 'Everything: money, prices, users, staff.' },
  { name: 'isAgent', label: 'Agent', hint: 'Sees users and transactions, checks and refunds.' },
  { name: 'isCouponVendor', label: 'Coupon vendor', hint: 'Makes coupons out of the own wallet.' },
] as const;

/** Drawn while it is open only. */
export function RolesSheet({ user, onClose }: { user: StaffUser; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { isAdmin, isAgent, isCouponVendor } = user;
  const [wanted, setWanted] = useState({ isAdmin, isAgent, isCouponVendor });
  const isLess = rights.some(({ name }) => user[name] && !wanted[name]);
  return (
    <ReasonStepUpSheet
      title="Roles"
      label="Save roles"
      busyLabel="Saving"
      isDangerous={isLess}
      blank="Say why: it goes into the staff record."
      onClose={onClose}
      run={async (input) => {
        const { msg } = await send('setRoles', { id: user._id, ...wanted, ...input });
        toast.success(msg);
        onClose();
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: userKeys.all }),
          // Another admin may have to be confirmed.
          queryClient.invalidateQueries({ queryKey: keys.reviewQueue }),
        ]);
      }}
    >
      <div className="grid gap-1">
        {rights.map(({ name, label, hint }) => (
          <SwitchField
            key={name}
            label={label}
            hint={hint}
            checked={wanted[name]}
            onChange={(checked) => setWanted({ ...wanted, [name]: checked })}
          />
        ))}
      </div>
      {!isAdmin && wanted.isAdmin && (
        <p className="text-meta text-ink-2">
          Where this installation asks for two, another admin confirms it first.
        </p>
      )}
      {isLess && (
        <p className="text-meta text-ink-2">
          Whoever loses a role is logged out everywhere, and their API tokens end.
        </p>
      )}
    </ReasonStepUpSheet>
  );
}
