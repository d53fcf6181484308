/** What a new token may do, and what limits it. */
import { formatNaira } from '@jara/contract/money.ts';
import { scopes, type Scope } from '@jara/contract/scopes.ts';
import { SelectField, SwitchField, TextField } from '../../../ui/field.tsx';

export interface TermsDraft {
  scopes: readonly Scope[];
  dailyLimit: string;
  addresses: string;
  expiresInDays: string;
}

const labels: Record<Scope, string> = {
  read: 'Read',
  buy: 'Buy',
  send: 'Send money',
  withdraw: 'Withdraw to banks',
};
const hints: Record<Scope, string> = {
  read: 'Balance, prices and transactions.',
  buy: 'Airtime, data and electricity from your wallet.',
  send: 'To other users.',
  withdraw: 'From your wallet.',
};
const ends = [
  { value: '', label: 'When I delete it' },
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
];

export const scopesWords = (list: readonly Scope[]): string =>
  scopes
    .filter((scope) => list.includes(scope))
    .map((scope) => labels[scope].toLowerCase())
    .join(', ');

/** As the call takes it, without what was left empty. */
export const termsOf = ({ scopes: chosen, dailyLimit, addresses, expiresInDays }: TermsDraft) => {
  const list = addresses.split(/[\s,;]+/).filter((address) => address !== '');
  return {
    scopes: [...chosen],
    ...(dailyLimit.trim() !== '' && { dailyLimit: dailyLimit.trim().replace(/,/g, '') }),
    ...(list.length > 0 && { addresses: list }),
    ...(expiresInDays !== '' && { expiresInDays: Number(expiresInDays) }),
  };
};

export function TokenTerms({
  draft,
  errors,
  usualDailyLimit,
  onChange,
}: {
  draft: TermsDraft;
  /** Null where a token has no limit by itself. */
  usualDailyLimit: number | null;
  errors: Partial<Record<'dailyLimit' | 'addresses', string>>;
  onChange: (part: Partial<TermsDraft>) => void;
}) {
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-meta font-semibold">It may</legend>
        {scopes.map((scope) => (
          <SwitchField
            key={scope}
            label={labels[scope]}
            hint={hints[scope]}
            checked={draft.scopes.includes(scope)}
            onChange={(isOn) =>
              onChange({
                scopes: isOn ? [...draft.scopes, scope] : draft.scopes.filter((other) => other !== scope),
              })
            }
          />
        ))}
      </fieldset>
      <TextField
        label="Most in 24 hours, in naira"
        hint={
          usualDailyLimit === null
            ? 'Leave it empty for no limit.'
            : `Empty: ${formatNaira(usualDailyLimit)}.`
        }
        inputMode="decimal"
        autoComplete="off"
        value={draft.dailyLimit}
        error={errors.dailyLimit}
        onChange={(event) => onChange({ dailyLimit: event.target.value })}
      />
      <TextField
        label="Only from these addresses"
        hint="Of your server: 41.58.1.2, or a network such as 41.58.0.0/16. Empty: from everywhere."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.addresses}
        error={errors.addresses}
        onChange={(event) => onChange({ addresses: event.target.value })}
      />
      <SelectField
        label="It ends"
        options={ends}
        value={draft.expiresInDays}
        onChange={(event) => onChange({ expiresInDays: event.target.value })}
      />
    </>
  );
}
