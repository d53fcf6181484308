/** Which account: bank and number. The number is asked about by itself once it is complete. */
import { CheckButton } from '../../../shared/forms/check-button.tsx';
import { wordsOf } from '../../../platform/send.ts';
import { TextField } from '../../../ui/field.tsx';
import { BankPicker, type Bank } from './bank-picker.tsx';
import type { AccountDraft, AccountErrors } from './withdrawal-check.ts';

export function AccountForm({
  title,
  banks,
  bank,
  draft,
  errors,
  refusal,
  isAsking,
  onChange,
}: {
  title: string;
  banks: readonly Bank[];
  bank: Bank | undefined;
  draft: AccountDraft;
  errors: AccountErrors;
  refusal: Error | null;
  isAsking: boolean;
  onChange: (change: Partial<AccountDraft>) => void;
}) {
  return (
    <section aria-labelledby="account" className="grid grid-cols-1 gap-4">
      <h2 id="account" className="display border-t border-ink pt-4 text-lead">
        {title}
      </h2>
      <BankPicker
        banks={banks}
        bank={bank}
        error={errors.bank}
        disabled={isAsking}
        onChoose={({ bankCode }) => onChange({ bankCode })}
      />
      <TextField
        label="Account number"
        hint="10 digits. The bank is asked for the name by itself."
        type="text"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={200}
        value={draft.accountNumber}
        error={errors.accountNumber ?? (refusal === null ? undefined : wordsOf(refusal))}
        readOnly={isAsking}
        aria-busy={isAsking || undefined}
        className="tracking-wide"
        onChange={(event) => onChange({ accountNumber: event.target.value })}
      />
      <CheckButton isAsking={isAsking}>Validate</CheckButton>
    </section>
  );
}
