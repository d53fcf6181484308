/** Prices by a rule: cost and so much more, for all plans that are shown. They land in the grid; nothing is saved yet. */
import { useId, useState, type SyntheticEvent } from 'react';
import { messages } from '@jara/contract/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/choice.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { Markup } from './grid-edits.ts';
import { fieldLabels, priceFields } from './grid-plan.ts';

const tiers = priceFields.filter((field) => field !== 'planCostPrice');
const units = [
  { value: 'percent', label: 'Percent' },
  { value: 'naira', label: 'Naira' },
];

export function FormulaSheet({
  planCount,
  open,
  onClose,
  onFill,
}: {
  planCount: number;
  open: boolean;
  onClose: () => void;
  onFill: (markup: Markup) => void;
}) {
  const formId = useId();
  const [field, setField] = useState<Markup['field']>('smartEarnerPrice');
  const [unit, setUnit] = useState<Markup['unit']>('percent');
  const [text, setText] = useState('');
  const [fix, setFix] = useState<string>();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const amount = Number(text.replace('%', '').trim());
    if (text.trim() === '' || !(amount >= 0 && amount <= 1_000)) {
      setFix('Enter a number from 0 to 1,000, such as 3 or 2.5.');
      return toast.error(messages.enterValidValue);
    }
    onFill({ field, amount, unit });
    return onClose();
  };
  return (
    <Sheet
      title="Prices from cost"
      open={open}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} wide>
          {planCount === 1 ? 'Fill 1 plan' : `Fill ${planCount} plans`}
        </Button>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-5">
        <SelectField
          label="Price of"
          value={field}
          onChange={(event) =>
            setField(tiers.find((tier) => tier === event.target.value) ?? 'smartEarnerPrice')
          }
          options={tiers.map((tier) => ({ value: tier, label: fieldLabels[tier] }))}
        />
        <Segmented
          label="Cost plus"
          options={units}
          value={unit}
          onChange={(next) => setUnit(next === 'naira' ? 'naira' : 'percent')}
        />
        <TextField
          label={unit === 'percent' ? 'How many percent' : 'How many naira'}
          hint="The price is rounded up to the next naira"
          inputMode="decimal"
          autoComplete="off"
          maxLength={8}
          value={text}
          error={fix}
          onChange={(event) => {
            setText(event.target.value);
            setFix(undefined);
          }}
        />
      </form>
    </Sheet>
  );
}
