/** Debits a wallet of what came in by mistake, or of a card payment that its bank called back: of which money, why, how much, and how one knows. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { keys, refreshMoney } from '../../platform/queries.ts';
import { sendKeyed } from '../../platform/idempotency-key.ts';
import { minusNaira } from '../../shared/naira-sum.ts';
import { Naira } from '../../shared/naira.tsx';
import { timeWords } from '../../shared/when.tsx';
import { AmountField, parseAmount } from '../../ui/amount-field.tsx';
import { Segmented } from '../../ui/choice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { toast } from '../../ui/toast.tsx';
import { ReasonForm } from './reason-form.tsx';
import { userKeys } from './users/queries.ts';

type Kind = 'clawback' | 'chargeback';

const kinds = [
  { value: 'clawback', label: 'Credited by mistake' },
  { value: 'chargeback', label: 'Card chargeback' },
];

const debitable: ReadonlySet<string> = new Set(['wallet', 'transfer', 'refund']);

/** Naira that it brought into the wallet and that staff may debit; nought of anything else. */
export function cameInBy({
  trans_Type: type,
  trans_Status: status,
  balance_Before: before,
  balance_After: after,
}: Transaction): number {
  if (!debitable.has(type) || status !== 'success' || before === null || after === null) return 0;
  return Math.max(0, minusNaira(after, before));
}

const nameOf = (source: Transaction): string =>
  `${formatNaira(cameInBy(source))} · ${source.description} · ${timeWords(source.createdAt, { precise: true })}`;

export function DebitForm({
  sources,
  holds,
  onDone,
}: {
  /** What came in, the newest first; at least one. */
  sources: readonly [Transaction, ...Transaction[]];
  /** Naira in the wallet, where they are known. */
  holds?: number;
  onDone: () => void;
}) {
  const queryClient = useQueryClient();
  const [id, setId] = useState(sources[0]._id);
  const source = sources.find(({ _id }) => _id === id) ?? sources[0];
  const [kind, setKind] = useState<Kind>('clawback');
  const [typed, setTyped] = useState<string>();
  const [fix, setFix] = useState<string>();
  const fields = useRef<HTMLDivElement>(null);
  const cameIn = cameInBy(source);
  const whole = String(Math.min(cameIn, holds ?? cameIn));
  const amount = parseAmount(typed ?? whole, { kobo: true });
  const isChargeback = kind === 'chargeback';
  const debit = useMutation({
    mutationFn: (reason: string) =>
      sendKeyed('debit', {
        id: source._id,
        kind,
        reason,
        ...(!isChargeback && amount !== undefined && { amount }),
      }),
    onSuccess: async ({ msg }) => {
      toast.success(msg);
      onDone();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: userKeys.all }),
        queryClient.invalidateQueries({ queryKey: keys.reviewQueue }),
        refreshMoney(queryClient),
      ]);
    },
  });
  const change = () => {
    setFix(undefined);
    debit.reset();
  };
  const submit = (reason: string) => {
    const isMissing = amount === undefined || amount === 0;
    const isWrong = !isChargeback && (isMissing || amount > cameIn);
    const came = `most the ${formatNaira(cameIn)} that came in.`;
    setFix(isWrong ? `${isMissing ? 'Enter a sum: at' : 'At'} ${came}` : undefined);
    if (isWrong) focusFirstError(fields.current);
    else debit.mutate(reason);
  };
  const who = <b>{source.trans_UserName}</b>;
  return (
    <div ref={fields} className="grid gap-5">
      {sources.length > 1 && (
        <SelectField
          label="What came in"
          options={sources.map((one) => ({ value: one._id, label: nameOf(one) }))}
          value={source._id}
          onChange={(event) => {
            setId(event.target.value);
            setTyped(undefined);
            change();
          }}
        />
      )}
      <Segmented
        label="Why it is debited"
        options={kinds}
        value={kind}
        onChange={(value) => {
          setKind(value === 'chargeback' ? value : 'clawback');
          change();
        }}
      />
      {!isChargeback && (
        <AmountField
          label="How much"
          kobo
          value={typed ?? whole}
          error={fix}
          hint={
            holds === undefined
              ? `${formatNaira(cameIn)} came in.`
              : `${formatNaira(cameIn)} came in; the wallet holds ${formatNaira(holds)}.`
          }
          onChange={(value) => {
            setTyped(value);
            change();
          }}
        />
      )}
      <ReasonForm
        doing={debit}
        onReason={submit}
        kind="danger"
        action={
          isChargeback
            ? 'Book the chargeback'
            : `Debit ${amount === undefined ? 'the wallet' : formatNaira(amount)}`
        }
      >
        {isChargeback ? (
          <>
            Up to <Naira amount={cameIn} className="font-semibold" /> leaves the wallet of {who}. What it does
            not hold is our loss, and we give up the fee. Book it when the gateway says that the bank called
            the payment back.
          </>
        ) : (
          <>
            <b>{source.description}</b> leaves the wallet of {who} again, whole or in part. It is done once.
          </>
        )}{' '}
        They see it among their transactions and get a mail. Another admin confirms it first, where this
        installation asks for two.
      </ReasonForm>
    </div>
  );
}
