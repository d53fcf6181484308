import { useMutation } from '@tanstack/react-query';
import { useId, useState, type SyntheticEvent } from 'react';
import type { OwnPasskey } from '@jara/contract/calls/access/passkeys.ts';
import { limits } from '@jara/contract/constants.ts';
import { Refusal, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';

export function PasskeyName({
  passkey,
  onSave,
  onClose,
}: {
  passkey: OwnPasskey;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const [name, setName] = useState(passkey.name);
  const [fix, setFix] = useState<string>();
  const formId = useId();
  const save = useMutation({
    mutationFn: () => onSave(name.trim()),
    onError: (error) => {
      const words = error instanceof Refusal ? error.errorOf('name') : undefined;
      setFix(words);
      if (words === undefined) toast.error(wordsOf(error));
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    if (name.trim() === '') return setFix('Enter a name.');
    save.mutate();
  };
  return (
    <Sheet
      title="Rename passkey"
      open
      locked={save.isPending}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} wide busy={save.isPending} busyLabel="Saving">
          Save name
        </Button>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <TextField
          label="Name"
          hint="Such as the device that keeps it."
          name="name"
          autoComplete="off"
          maxLength={limits.passkeyNameMaximum}
          value={name}
          error={fix}
          onChange={(event) => {
            setName(event.target.value);
            setFix(undefined);
          }}
        />
      </form>
    </Sheet>
  );
}
