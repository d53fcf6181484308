/** Electricity: the meter is checked first (S4.24), then the amount is asked. */
import { useRef, useState, type SyntheticEvent } from 'react';
import { meterCompanies } from '@jara/contract/constants.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { BuyBar } from '../checkout/buy-bar.tsx';
import { CheckButton } from '../../shared/forms/check-button.tsx';
import { CheckedCard } from '../../shared/forms/checked-card.tsx';
import { useCheckAhead } from '../../shared/forms/check-ahead.ts';
import { useDraft } from '../../shared/forms/draft.ts';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { LockedNotice } from './locked-notice.tsx';
import { groupDigits, type ElectricityPurchase } from '../money/movement.ts';
import { electricityPrice } from '../../shared/naira-sum.ts';
import { Naira } from '../../shared/naira.tsx';
import { useRemembered } from '../../shared/remembered.ts';
import { BesideReceipt, type CheckoutSummaryProps } from '../checkout/checkout-summary.tsx';
import { ReceiptRow } from '../../shared/receipt-card.tsx';
import { StatusStrip } from './status-strip.tsx';
import { useUsualAmounts } from '../money/usual-amounts.ts';
import { Refusal, send, wordsOf, type CallReply } from '../../platform/send.ts';
import { AmountChips, AmountField, parseAmount } from '../../ui/amount-field.tsx';
import { toast } from '../../ui/toast.tsx';
import {
  asMeterType,
  checkElectricityAmount,
  checkMeter,
  hasUsualLength,
  meterOf,
  type Meter,
  type MeterDraft,
  type MeterErrors,
} from './meter-check.ts';
import { MeterFields } from './meter-fields.tsx';
import { RecentMeters } from './recent-meters.tsx';
import { terms } from '../../platform/terms.ts';

interface Draft extends MeterDraft {
  amount: string;
}

const blank = { meterId: '', meterType: '', meterNumber: '', amount: '' };

/** Which meter, then how much. The confirm step is the caller's. */
export function ElectricityForm({
  onBuy,
  withPreview = false,
}: {
  onBuy: (purchase: ElectricityPurchase) => void;
  /** On a wide screen of its own: the receipt that is being filled in stands beside the questions. */
  withPreview?: boolean;
}) {
  const { draft, change, remember } = useMeterDraft();
  const [errors, setErrors] = useState<MeterErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const meter = meterOf(draft);
  const check = useMeterCheck(meter);
  const company = meterCompanies.find(({ id }) => String(id) === draft.meterId);

  const update = (part: Partial<Draft>) => {
    const next = change(part);
    if (Object.keys(errors).length > 0) setErrors(checkMeter(next).errors);
  };
  const askNow = (event: SyntheticEvent) => {
    event.preventDefault();
    const { errors: wrong, words } = checkMeter(draft);
    setErrors(wrong);
    if (words === undefined) return check.askNow();
    toast.error(words);
    return focusFirstError(form.current);
  };

  return (
    <BesideReceipt slip={withPreview ? receiptOf(draft, meter, check.found) : undefined}>
      <div className="grid grid-cols-1 content-start gap-5">
        {/* The dashboard says it for all services at once. */}
        {withPreview && company !== undefined && <StatusStrip service="electricity" network={company.name} />}
        {check.found === undefined || meter === undefined ? (
          <form ref={form} onSubmit={askNow} noValidate className="grid grid-cols-1 gap-5">
            <RecentMeters onChoose={update} />
            <MeterFields
              draft={draft}
              errors={{ ...errors, ...meterRefusal(check.error) }}
              isAsking={check.isAsking}
              onChange={update}
            />
            <LockedNotice
              service="electricity"
              names={isLocked(check.error) && company !== undefined ? [company.name] : []}
            />
            <CheckButton isAsking={check.isAsking}>Check meter</CheckButton>
          </form>
        ) : (
          <>
            <CheckedCard label="The meter" name={check.found.name} onChange={check.release}>
              <p>
                {meter.disco} · {meter.meterType} ·{' '}
                <span className="whitespace-nowrap">{groupDigits(meter.meterNumber)}</span>
              </p>
              {check.found.address !== null && <p>{check.found.address}</p>}
            </CheckedCard>
            <AmountForm
              meter={meter}
              found={check.found}
              text={draft.amount}
              onText={(amount) => change({ amount })}
              onBuy={(purchase) => {
                remember(meter);
                onBuy(purchase);
              }}
            />
          </>
        )}
      </div>
    </BesideReceipt>
  );
}

/** Company and type are those that were bought for last, until others are chosen. */
function useMeterDraft() {
  const [typed, change] = useDraft('electricity', blank);
  const [last, remember] = useRemembered('meter', '');
  const [id, type = ''] = last.split(' ');
  const company = meterCompanies.some((known) => String(known.id) === id) ? id : undefined;
  const filled = (text: typeof blank): Draft => ({
    ...text,
    meterId: text.meterId || (company ?? ''),
    meterType: asMeterType(text.meterType || type),
  });
  return {
    draft: filled(typed),
    change: (part: Partial<Draft>) => filled(change(part)),
    remember: ({ meterId, meterType }: Meter) => remember(`${meterId} ${meterType}`),
  };
}

function receiptOf(draft: Draft, meter: Meter | undefined, found: Found | undefined): CheckoutSummaryProps {
  const checked = found && checkElectricityAmount(draft.amount, found.minimumAmount);
  const amount = checked !== undefined && 'amount' in checked ? checked.amount : undefined;
  return {
    sum: amount === undefined ? null : electricityPrice(amount),
    rows: [
      ['For', found?.name],
      ['Company', meter?.disco],
      ['Meter', meter && groupDigits(meter.meterNumber)],
      ['Value', <Naira key="value" amount={amount ?? null} />],
      ['Charge', <Naira key="charge" amount={terms.electricity.fee} />],
    ],
  };
}

type Found = CallReply<'validateMeter'>;

function useMeterCheck(meter: Meter | undefined) {
  return useCheckAhead<Found>({
    name: 'meter',
    wanted: meter && [meter.meterId, meter.meterType, meter.meterNumber].join('|'),
    ...(meter !== undefined && !hasUsualLength(meter) && { waitMs: null }),
    ask: async (signal) => {
      if (meter === undefined) throw new Error('there is a meter to ask about');
      const { meterId, meterType, meterNumber } = meter;
      return send('validateMeter', { meterId, meterType, meterNumber }, { signal });
    },
    onRefused: (error) => toast.error(refusedWords(error)),
  });
}

/** A failed check shows the `name` of the answer (S8.7). */
function refusedWords(error: unknown): string {
  const name = error instanceof Refusal ? error.body['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : wordsOf(error);
}

const isLocked = (error: Error | null): boolean =>
  error instanceof Refusal && error.code === 'service_locked';

function meterRefusal(error: Error | null): MeterErrors {
  return error === null ? {} : { meterNumber: refusedWords(error) };
}

const defaultAmounts = [1_000, 2_000, 3_000, 5_000, 10_000, 20_000];

/** Once the meter is known: how much, and what that costs. */
function AmountForm({
  meter,
  found,
  text,
  onText,
  onBuy,
}: {
  meter: Meter;
  found: Found;
  text: string;
  onText: (text: string) => void;
  onBuy: (purchase: ElectricityPurchase) => void;
}) {
  const [fix, setFix] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const amounts = useUsualAmounts('electricity', defaultAmounts);
  const amount = parseAmount(text);
  const checked = checkElectricityAmount(text, found.minimumAmount);
  const price = 'amount' in checked ? electricityPrice(checked.amount) : null;
  const type = (next: string) => {
    onText(next);
    setFix(undefined);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if ('amount' in checked) {
      onBuy({
        kind: 'electricity',
        ...meter,
        owner: found.name,
        amount: checked.amount,
        leaves: electricityPrice(checked.amount),
      });
      return;
    }
    setFix(checked.fix);
    toast.error(checked.words);
    focusFirstError(form.current);
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
      <div className="grid gap-3">
        <AmountField
          label="Amount"
          hint={`${formatNaira(found.minimumAmount)} to ${formatNaira(terms.electricity.maximum)}`}
          enterKeyHint="go"
          value={text}
          error={fix}
          onChange={type}
        />
        <AmountChips
          amounts={amounts.filter(
            (usual) => usual >= found.minimumAmount && usual <= terms.electricity.maximum,
          )}
          chosen={amount}
          onChoose={(usual) => type(String(usual))}
          noteOf={(usual) => formatNaira(electricityPrice(usual))}
        />
      </div>
      <dl className="border-y border-line py-1">
        <ReceiptRow label="Charge">
          <Naira amount={terms.electricity.fee} />
        </ReceiptRow>
        <ReceiptRow label="You pay" strong>
          <Naira amount={price} />
        </ReceiptRow>
      </dl>
      <BuyBar price={price} isOpen />
    </form>
  );
}
