/** Appoints and dismisses: the three rights, why, and the own password once more. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { securityQuery } from '../../../platform/queries.ts';
import { Refusal, send } from '../../../platform/send.ts';
import { StepUpSheet } from '../../../shared/forms/step-up-sheet.tsx';
import { SwitchField, TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { userKeys } from './queries.ts';

const longestReason = 500;

const rights = [
  { name: 'isAdmin', label: 'Admin', hint: 'Everything: money, prices, users, staff.' },
  { name: 'isAgent', label: 'Agent', hint: 'Sees users and transactions, checks and refunds.' },
  { name: 'isCouponVendor', label: 'Coupon vendor', hint: 'Makes coupons out of the own wallet.' },
] as const;

/** Drawn while it is open only. */
export function RolesSheet({ user, onClose }: { user: StaffUser; onClose: () => void }) {
  const queryClient = useQueryClient();
  const hasTotp = useQuery(securityQuery).data?.hasTotp === true;
  const { isAdmin, isAgent, isCouponVendor } = user;
  const [wanted, setWanted] = useState({ isAdmin, isAgent, isCouponVendor });
  const [reason, setReason] = useState('');
  const [fix, setFix] = useState<string>();
  const isLess = rights.some(({ name }) => user[name] && !wanted[name]);
  return (
    <StepUpSheet
      title="Roles"
      fields={hasTotp ? ['password', 'code'] : ['password']}
      label="Save roles"
      busyLabel="Saving"
      isDangerous={isLess}
      question={{
        isWrong: fix !== undefined,
        isAnswered() {
          const isBlank = reason.trim() === '';
          setFix(isBlank ? 'Say why: it goes into the staff record.' : undefined);
          return !isBlank;
        },
      }}
      onClose={onClose}
      run={async ({ password, code }) => {
        try {
          const body = { ...wanted, reason: reason.trim(), password, ...(code !== '' && { code }) };
          const { msg } = await send('setRoles', { id: user._id, ...body });
          toast.success(msg);
          onClose();
          await queryClient.invalidateQueries({ queryKey: userKeys.all });
        } catch (error) {
          if (error instanceof Refusal) setFix(error.errorOf('reason'));
          throw error;
        }
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
      {isLess && (
        <p className="text-meta text-ink-2">
          Whoever loses a role is logged out everywhere, and their API tokens end.
        </p>
      )}
      <TextField
        label="Reason"
        name="reason"
        value={reason}
        error={fix}
        maxLength={longestReason}
        onChange={(event) => {
          setReason(event.target.value);
          setFix(undefined);
        }}
      />
    </StepUpSheet>
  );
}
