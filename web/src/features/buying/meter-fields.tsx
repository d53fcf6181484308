/** Which meter: company, type and number. They are locked while the company is asked. */
import { meterCompanies, meterTypes } from '@jara/contract/constants.ts';
import { Segmented } from '../../ui/choice.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { asMeterType, type MeterDraft, type MeterErrors } from './meter-check.ts';

const companies = [
  { value: '', label: 'Choose a company' },
  ...meterCompanies.map(({ id, name }) => ({ value: String(id), label: `${name} electricity` })),
];
const types = meterTypes.map((type) => ({
  value: type,
  label: `${type.charAt(0).toUpperCase()}${type.slice(1)}`,
}));

export function MeterFields({
  draft,
  errors,
  isAsking,
  onChange,
}: {
  draft: MeterDraft;
  errors: MeterErrors;
  isAsking: boolean;
  onChange: (change: Partial<MeterDraft>) => void;
}) {
  return (
    <>
      <SelectField
        label="Company"
        options={companies}
        value={draft.meterId}
        error={errors.meterId}
        disabled={isAsking}
        onChange={(event) => onChange({ meterId: event.target.value })}
      />
      <Segmented
        label="Meter type"
        options={types}
        value={draft.meterType}
        onChange={(type) => onChange({ meterType: asMeterType(type) })}
      />
      <TextField
        label="Meter number"
        hint="It is checked by itself when you pause."
        type="text"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={200}
        value={draft.meterNumber}
        error={errors.meterNumber}
        readOnly={isAsking}
        aria-busy={isAsking || undefined}
        className="tracking-wide"
        onChange={(event) => onChange({ meterNumber: event.target.value })}
      />
    </>
  );
}
