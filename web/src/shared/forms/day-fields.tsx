/** The first and the last day of a list's filter: two date fields of a row. */
import { TextField } from '../../ui/field.tsx';
import { changeDays, today } from '../days.ts';

export function DayFields({
  from = '',
  to = '',
  onChange,
}: {
  from: string | undefined;
  to: string | undefined;
  onChange: (days: { from: string; to: string }) => void;
}) {
  return (
    <>
      <TextField
        label="From"
        type="date"
        max={today()}
        value={from}
        onChange={(event) => onChange(changeDays({ from: event.target.value, to }, 'from'))}
      />
      <TextField
        label="To"
        type="date"
        max={today()}
        value={to}
        onChange={(event) => onChange(changeDays({ from, to: event.target.value }, 'to'))}
      />
    </>
  );
}
