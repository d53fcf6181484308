/** *Add to contacts*: the switch shows the nickname's field; the number is saved once the purchase is made. */
import { limits } from '@jara/contract/constants.ts';
import { SwitchField, TextField } from '../../ui/field.tsx';

export interface NicknameDraft {
  addToContacts: boolean;
  nickname: string;
}

export function ContactSwitch({
  draft,
  error,
  onChange,
}: {
  draft: NicknameDraft;
  error: string | undefined;
  onChange: (change: Partial<NicknameDraft>) => void;
}) {
  return (
    <div className="grid gap-3">
      <SwitchField
        label="Add to contacts"
        checked={draft.addToContacts}
        onChange={(addToContacts) => onChange({ addToContacts })}
      />
      {draft.addToContacts && (
        <TextField
          label="Nickname"
          autoComplete="off"
          maxLength={limits.contactNameMaximum}
          value={draft.nickname}
          error={error}
          onChange={(event) => onChange({ nickname: event.target.value })}
        />
      )}
    </div>
  );
}
