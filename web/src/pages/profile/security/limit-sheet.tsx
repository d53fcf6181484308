/** How much may leave the wallet in a day. A higher limit than the present one takes the password, which is asked for as it is typed. */
import { useState } from 'react';
import { formatNaira } from '@jara/contract/money.ts';
import { Refusal } from '../../../platform/send.ts';
import { AmountChips, AmountField, parseAmount } from '../../../ui/amount-field.tsx';
import { StepUpSheet, type SecretName, type Secrets } from '../../../shared/forms/step-up-sheet.tsx';

const usual = [2_000, 10_000, 50_000];

export function LimitSheet({
  current,
  stepUpFields,
  passkey,
  run,
  onClose,
}: {
  /** Naira; null when there is none. */
  current: number | null;
  /** What a higher limit takes. */
  stepUpFields: readonly SecretName[];
  passkey: boolean;
  /** Throws what `send` throws; closing the sheet is up to it. */
  run: (amount: number, secrets: Secrets) => Promise<void>;
  onClose: () => void;
}) {
  const [text, setText] = useState(current === null ? '' : String(current));
  const [fix, setFix] = useState<string>();
  const amount = parseAmount(text, { kobo: true });
  const isHigher = current !== null && amount !== undefined && amount > current;
  const change = (next: string) => {
    setText(next);
    setFix(undefined);
  };
  return (
    <StepUpSheet
      title={current === null ? 'Set a daily limit' : 'Change daily limit'}
      fields={isHigher ? stepUpFields : []}
      passkey={isHigher && passkey}
      label={amount === undefined ? 'Save limit' : `Limit to ${formatNaira(amount)} a day`}
      busyLabel="Saving"
      question={{
        isWrong: fix !== undefined,
        isAnswered() {
          setFix(amount === undefined ? 'Enter a sum such as 5,000 or 12,500.50.' : undefined);
          return amount !== undefined;
        },
      }}
      onClose={onClose}
      run={async (secrets) => {
        try {
          await run(amount ?? 0, secrets);
        } catch (error) {
          if (error instanceof Refusal) setFix(error.errorOf('amount'));
          throw error;
        }
      }}
    >
      <AmountField
        kobo
        label="At most, in one day"
        hint="Purchases, transfers and withdrawals together, from midnight to midnight."
        name="amount"
        enterKeyHint={isHigher ? 'next' : 'go'}
        value={text}
        error={fix}
        onChange={change}
      />
      <AmountChips amounts={usual} chosen={amount} onChoose={(chosen) => change(String(chosen))} />
      {isHigher && (
        <p className="text-meta text-ink-2">
          More than the {formatNaira(current)} of now takes your password. Less does not.
        </p>
      )}
    </StepUpSheet>
  );
}
