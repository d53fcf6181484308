/** Appoints, limits and dismisses: the three rights, what each may do in a day, why, and the own password once more. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { limitKindsOf, staffLimitKinds, type StaffLimitKind } from '@jara/contract/staff-limits.ts';
import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { keys } from '../../../platform/queries.ts';
import { Refusal, send } from '../../../platform/send.ts';
import { AmountField, parseAmount } from '../../../ui/amount-field.tsx';
import { SwitchField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ReasonStepUpSheet } from '../reason-step-up-sheet.tsx';
import { userKeys } from './queries.ts';
import { usedWords } from './used-words.ts';

const rights = [
  { name: 'isAdmin', label: 'Admin', hint: 'Everything: money, prices, users, staff.' },
  { name: 'isAgent', label: 'Agent', hint: 'Sees users and transactions, checks and refunds.' },
  { name: 'isCouponVendor', label: 'Coupon vendor', hint: 'Makes coupons out of the own wallet.' },
] as const;

/** Drawn while it is open only. */
export function RolesSheet({ user: now, onClose }: { user: StaffUser; onClose: () => void }) {
  const queryClient = useQueryClient();
  // As it was seen, whatever comes in meanwhile: until the server says that somebody changed it.
  const [user, setUser] = useState(now);
  const [isOutdated, setIsOutdated] = useState(false);
  if (isOutdated && rights.some(({ name }) => user[name] !== now[name])) {
    setUser(now);
    setIsOutdated(false);
  }
  const { isAdmin, isAgent, isCouponVendor, staffLimits } = user;
  const from = { isAdmin, isAgent, isCouponVendor };
  const [changed, setChanged] = useState<Partial<typeof from>>({});
  const wanted = { ...from, ...changed };
  const [limits, setLimits] = useState<Partial<Record<StaffLimitKind, string>>>({});
  const [refused, setRefused] = useState<Error>();
  const errorOf = (kind: StaffLimitKind) =>
    refused instanceof Refusal ? refused.errorOf(`staffLimits.${kind}`) : undefined;
  const kinds = limitKindsOf(wanted);
  const limitOf = (kind: StaffLimitKind) => limits[kind] ?? String(staffLimits[kind] ?? '');
  const sumOf = (kind: StaffLimitKind) => {
    const typed = limitOf(kind).trim();
    // What is no sum the server refuses, in words.
    return typed === '' ? null : (parseAmount(typed, { kobo: true }) ?? typed);
  };
  const limited = kinds.filter((kind) => sumOf(kind) !== (staffLimits[kind] ?? null));
  const isLimited = limited.length > 0;
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: userKeys.all }),
      // Another admin may have to be confirmed.
      queryClient.invalidateQueries({ queryKey: keys.reviewQueue }),
    ]);
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
        const { msg } = await send('setRoles', {
          id: user._id,
          ...wanted,
          from,
          ...(isLimited && { staffLimits: Object.fromEntries(limited.map((kind) => [kind, sumOf(kind)])) }),
          ...input,
        }).catch(async (error: Error) => {
          setRefused(error);
          if (error instanceof Refusal && error.code === 'changed_meanwhile') {
            setIsOutdated(true);
            await refresh();
          }
          throw error;
        });
        toast.success(msg);
        onClose();
        await refresh();
      }}
    >
      <div className="grid gap-1">
        {rights.map(({ name, label, hint }) => (
          <SwitchField
            key={name}
            label={label}
            hint={hint}
            checked={wanted[name]}
            onChange={(checked) => setChanged({ ...changed, [name]: checked })}
          />
        ))}
      </div>
      {kinds.length > 0 && (
        <DailyLimits
          kinds={kinds}
          limitOf={limitOf}
          hintOf={(kind) => usedWords(user, kind)}
          errorOf={errorOf}
          onChange={(kind, sum) => {
            setLimits({ ...limits, [kind]: sum });
            setRefused(undefined);
          }}
        />
      )}
      {wanted.isAdmin && (!isAdmin || isLimited) && (
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

function DailyLimits({
  kinds,
  limitOf,
  hintOf,
  errorOf,
  onChange,
}: {
  kinds: readonly StaffLimitKind[];
  limitOf: (kind: StaffLimitKind) => string;
  hintOf: (kind: StaffLimitKind) => string | undefined;
  errorOf: (kind: StaffLimitKind) => string | undefined;
  onChange: (kind: StaffLimitKind, sum: string) => void;
}) {
  return (
    <fieldset className="grid gap-3">
      <legend className="font-semibold">Daily limits</legend>
      <p className="text-meta text-ink-2">
        Each in naira. Empty: as much as the settings let everybody. 0: nothing.
      </p>
      <div className="grid grid-cols-2 items-end gap-3">
        {kinds.map((kind) => (
          <AmountField
            key={kind}
            label={staffLimitKinds[kind].label}
            kobo
            hint={hintOf(kind)}
            value={limitOf(kind)}
            error={errorOf(kind)}
            onChange={(sum) => onChange(kind, sum)}
          />
        ))}
      </div>
    </fieldset>
  );
}
