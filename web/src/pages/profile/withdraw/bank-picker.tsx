/** The list of banks behind a search: a field that opens a sheet. */
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { boxClass, Field, TextField } from '../../../ui/field.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { pen } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';

export interface Bank {
  bankName: string;
  bankCode: string;
}

/** By any part of the name, without spaces: "first bank", "gt". */
export function findBanks(banks: readonly Bank[], text: string): Bank[] {
  const plain = (words: string) => words.toLowerCase().replace(/[^a-z0-9]/g, '');
  const wanted = plain(text);
  return banks
    .filter(({ bankName }) => plain(bankName).includes(wanted))
    .sort((a, b) => a.bankName.localeCompare(b.bankName, 'en'));
}

export function BankPicker({
  banks,
  bank,
  error,
  disabled,
  onChoose,
}: {
  banks: readonly Bank[];
  bank: Bank | undefined;
  error: string | undefined;
  disabled: boolean;
  onChoose: (bank: Bank) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Field label="Bank" error={error}>
        {({ 'aria-invalid': isWrong, ...aids }) => (
          <button
            {...aids}
            type="button"
            // A button has no state of its own for a wrong value; the focus after a refusal looks for this one.
            data-wrong={isWrong}
            disabled={disabled}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            className={classNames(
              boxClass,
              'flex items-center justify-between gap-3 px-3 text-left disabled:bg-sunk',
              isWrong === true && 'border-danger',
            )}
          >
            <span className={classNames('truncate', bank === undefined && 'text-ink-3')}>
              {bank?.bankName ?? 'Choose a bank'}
            </span>
            <ChevronDown size={20} className="shrink-0 text-ink-2" {...pen} />
          </button>
        )}
      </Field>
      <Sheet title="Choose a bank" open={isOpen} onClose={() => setOpen(false)}>
        <BankList
          banks={banks}
          onChoose={(chosen) => {
            setOpen(false);
            onChoose(chosen);
          }}
        />
      </Sheet>
    </>
  );
}

function BankList({ banks, onChoose }: { banks: readonly Bank[]; onChoose: (bank: Bank) => void }) {
  const [text, setText] = useState('');
  const found = findBanks(banks, text);
  return (
    <>
      <TextField
        label="Name of the bank"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== 'Enter' || first === undefined || text.trim() === '') return;
          event.preventDefault();
          onChoose(first);
        }}
      />
      <ul className="mt-3 min-h-[50dvh] divide-y divide-line">
        {found.map((bank) => (
          <li key={bank.bankCode}>
            <button
              type="button"
              onClick={() => onChoose(bank)}
              className="flex min-h-12 w-full items-center text-left font-medium hover:bg-sunk"
            >
              {bank.bankName}
            </button>
          </li>
        ))}
        {found.length === 0 && <li className="py-6 text-center text-ink-2">No bank with that name.</li>}
      </ul>
    </>
  );
}
