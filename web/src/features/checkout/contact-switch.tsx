/** *Add to contacts* in the confirm step: the switch shows the nickname's field; the number is saved once the purchase is made. */
import { useState, type ReactNode } from 'react';
import { limits } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { nameOfNumber, usePeople } from '../../shared/people.ts';
import { SwitchField, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import type { CheckoutIntent } from './checkout-intent.ts';

interface Draft {
  /** Of which order. */
  key: string;
  isOn: boolean;
  nickname: string;
  /** What the order called the receiver before the nickname took its place. */
  nameBefore?: string | undefined;
  fix?: string | undefined;
}

/** Offered for a number that is neither saved nor one's own. `withNickname` gives undefined while the nickname is missing, and says so. */
export function useContactSwitch(intent: CheckoutIntent | undefined): {
  field: ReactNode;
  withNickname: (intent: CheckoutIntent) => CheckoutIntent | undefined;
} {
  const [saved, setDraft] = useState<Draft>();
  const { own, all } = usePeople();
  const movement = intent?.movement;
  const isOffered =
    (movement?.kind === 'airtime' || movement?.kind === 'data') &&
    movement.phone !== own?.phone &&
    nameOfNumber(all, movement.phone) === undefined;
  if (intent === undefined || !isOffered) return { field: null, withNickname: (same) => same };

  const { key } = intent;
  const draft =
    saved?.key === key
      ? saved
      : { key, isOn: movement.nickname !== undefined, nickname: movement.nickname ?? '' };
  return {
    field: (
      <div className="settles mt-3 grid gap-3 border-t border-line pt-2">
        <SwitchField
          label="Add to contacts"
          checked={draft.isOn}
          onChange={(isOn) => setDraft({ ...draft, isOn, fix: undefined })}
        />
        {draft.isOn && (
          <TextField
            label="Nickname"
            autoComplete="off"
            maxLength={limits.contactNameMaximum}
            value={draft.nickname}
            error={draft.fix}
            onChange={(event) => setDraft({ ...draft, nickname: event.target.value, fix: undefined })}
          />
        )}
      </div>
    ),
    withNickname: (order) => {
      const nickname = draft.nickname.trim();
      const { nickname: given, ...unsaved } = movement;
      if (!draft.isOn) {
        if (given === undefined) return order;
        // An earlier Pay that was refused has put it into the order.
        const { name: _nickname, ...unnamed } = unsaved;
        const { nameBefore: name } = draft;
        return { ...order, movement: { ...unnamed, ...(name !== undefined && { name }) } };
      }
      if (nickname !== '') {
        if (given === undefined) setDraft({ ...draft, nameBefore: movement.name });
        return { ...order, movement: { ...movement, nickname, name: nickname } };
      }
      setDraft({ ...draft, fix: 'Enter a name, or switch this off.' });
      toast.error(messages.nicknameRequired);
      return undefined;
    },
  };
}
