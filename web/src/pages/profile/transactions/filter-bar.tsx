/** The filters above the list: the states first; the others in a row on a desktop, behind a button where it is narrow, where the phone number stays in sight. */
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { fewestDigitsOfAll, fewestDigitsOfOne } from '@jara/contract/digits.ts';
import { phoneToFind } from '@jara/contract/phone.ts';
import { isReference } from '@jara/contract/reference.ts';
import { DayFields } from '../../../shared/forms/day-fields.tsx';
import { useIsDesktop } from '../../../shared/use-is-desktop.ts';
import { Button } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { pen } from '../../../ui/icon.tsx';
import { DebouncedField } from '../../../ui/debounced-field.tsx';
import { countFilters, periods, type Filters, type TextFilter } from './filters.ts';

const all = { value: '', label: 'All' };
const types = ['airtime', 'data', 'refund', 'transfer', 'referrer', 'wallet', 'electricity', 'earning'];
const statuses = ['success', 'failed', 'processing', 'pending', 'refunded'];
const optionsOf = (words: readonly string[]) => [
  all,
  ...words.map((word) => ({ value: word, label: word.charAt(0).toUpperCase() + word.slice(1) })),
];

/** The states that one looks for by a tap; all of them stand in the list of the filters. */
const usualStates = [
  all,
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Waiting' },
  { value: 'refunded', label: 'Refunded' },
];

interface FilterBarProps {
  filters: Filters;
  /** Staff may look for the transactions of one user. */
  isStaff: boolean;
  /** Programs give transactions names of their own. */
  hasReferences: boolean;
  /** With a panel beside the list there is as little room as on a phone. */
  isNarrow: boolean;
  onChange: (change: Partial<Record<TextFilter, string>>) => void;
  /** A slip is named, wherever it stands in the list. */
  onReference: (reference: string) => void;
  onClear: () => void;
}

export function FilterBar(props: FilterBarProps) {
  const isDesktop = useIsDesktop() && !props.isNarrow;
  const [isOpen, setOpen] = useState(false);
  const { filters, onChange } = props;
  const count = countFilters(filters);
  const states = (
    <Chips
      label="State"
      hideLabel
      options={usualStates}
      value={filters.status === 'processing' ? 'pending' : (filters.status ?? '')}
      onChange={(status) => onChange({ status })}
    />
  );
  const clear = count > 0 && (
    <Button kind="quiet" compact onClick={props.onClear} className="max-lg:min-h-12">
      Clear filters
    </Button>
  );
  if (isDesktop)
    return (
      <div role="search" className="grid gap-4">
        <div className="flex flex-wrap items-end justify-between gap-3">
          {states}
          {clear}
          <Periods {...props} />
        </div>
        <FilterFields {...props} withPhone />
      </div>
    );
  return (
    <div role="search" className="grid gap-3">
      {states}
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-[9rem] flex-1">
          <PhoneFilter {...props} />
        </div>
        <Button
          kind="secondary"
          aria-expanded={isOpen}
          aria-controls="filters"
          onClick={() => setOpen(!isOpen)}
        >
          <ListFilter size={20} {...pen} />
          Filters{count > 0 && ` (${count})`}
        </Button>
      </div>
      <div id="filters" hidden={!isOpen} className="space-y-4">
        <FilterFields {...props} />
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Periods {...props} />
          {clear}
        </div>
      </div>
    </div>
  );
}

function FilterFields({ withPhone = false, ...props }: FilterBarProps & { withPhone?: boolean }) {
  const { filters, isStaff, hasReferences, onChange } = props;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] items-start gap-3">
      <SelectField
        label="Type"
        options={optionsOf(types)}
        value={filters.type ?? ''}
        onChange={(event) => onChange({ type: event.target.value })}
      />
      <SelectField
        label="Status"
        options={optionsOf(statuses)}
        value={filters.status ?? ''}
        onChange={(event) => onChange({ status: event.target.value })}
      />
      {withPhone && (
        // Its label is long: in one column it would break, and the field stand lower than the others.
        <div className="col-span-2">
          <PhoneFilter {...props} />
        </div>
      )}
      {isStaff && (
        <DebouncedField
          label="Username"
          value={filters.userName ?? ''}
          onApply={(userName) => onChange({ userName })}
        />
      )}
      {hasReferences && (
        <DebouncedField
          label={isStaff ? "Client's reference" : 'Your reference'}
          value={filters.clientReference ?? ''}
          onApply={(clientReference) => onChange({ clientReference })}
        />
      )}
      {/* Side by side wherever there are two columns for certain. */}
      <div className={withPhone ? 'col-span-2 grid grid-cols-2 gap-3' : 'contents'}>
        <DayFields from={filters.from} to={filters.to} onChange={onChange} />
      </div>
    </div>
  );
}

function Periods({ filters, onChange }: Pick<FilterBarProps, 'filters' | 'onChange'>) {
  const { from = '', to = '' } = filters;
  const period = periods().find((item) => item.from === from && item.to === to)?.value ?? '';
  return (
    <Chips
      label="Period"
      hideLabel
      options={periods()}
      value={period}
      onChange={(value) => {
        const chosen = periods().find((item) => item.value === value);
        if (chosen !== undefined) onChange({ from: chosen.from, to: chosen.to });
      }}
    />
  );
}

/** What one reads off a slip: the number that it was for, or its reference. */
function PhoneFilter({
  filters,
  isStaff,
  onChange,
  onReference,
}: Pick<FilterBarProps, 'filters' | 'isStaff' | 'onChange' | 'onReference'>) {
  const fewestDigits = isStaff && !filters.userName ? fewestDigitsOfAll : fewestDigitsOfOne;
  return (
    <DebouncedField
      label="Phone number or reference"
      value={filters.phoneNumber ?? ''}
      onApply={(text) =>
        isReference(text) ? onReference(text.toUpperCase()) : onChange({ phoneNumber: text })
      }
      fix={(text) =>
        text !== '' && !isReference(text) && (phoneToFind(text) ?? '').length < fewestDigits
          ? `Type at least ${fewestDigits} digits, or a whole reference.`
          : undefined
      }
    />
  );
}
