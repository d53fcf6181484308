/** One plan in full: added, changed, or taken off the list. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type SyntheticEvent } from 'react';
import type { Network } from '@jara/contract/constants.ts';
import { FailureNotice } from '../../../shared/load-failure.tsx';
import { suppliersQuery } from '../../../shared/catalogue-queries.ts';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { UnusualPrices, unusualPricesOf } from '../unusual-prices.tsx';
import { keys } from '../../../platform/queries.ts';
import { Refusal, send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { SwitchField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { fieldLabels, planName, priceFields, type GridPlan } from './grid-plan.ts';
import { blankPlan, checkPlan, formOf, planToSend, type PlanErrors, type PlanForm } from './plan-form.ts';

export interface PlanSheetProps {
  network: Network;
  /** The plan to change; `new` to add one; undefined while the sheet is closed. */
  plan: GridPlan | 'new' | undefined;
  onClose: () => void;
  onDelete: (plan: GridPlan) => void;
}

export function PlanSheet({ plan, ...rest }: PlanSheetProps) {
  const key = plan === undefined ? 'none' : plan === 'new' ? 'new' : `${plan.id}`;
  return <OpenPlanSheet key={key} plan={plan} {...rest} />;
}

function OpenPlanSheet({ network, plan, onClose, onDelete }: PlanSheetProps) {
  const old = typeof plan === 'object' ? plan : undefined;
  const [form, setForm] = useState<PlanForm>(old === undefined ? blankPlan : formOf(old));
  const [errors, setErrors] = useState<PlanErrors>({});
  const element = useRef<HTMLFormElement>(null);
  const formId = useId();
  const isOnline = useOnline();
  const saving = useSaving(network, old, {
    onDone: onClose,
    onRefused: (error) => {
      setErrors(Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg])));
      focusFirstError(element.current);
    },
  });
  const unusual = unusualPricesOf(saving.error);

  const change = (part: Partial<PlanForm>) => {
    setForm({ ...form, ...part });
    setErrors({});
    saving.reset();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const { errors: found, words } = checkPlan(form, old === undefined);
    setErrors(found);
    if (words === undefined) return saving.mutate({ form, isConfirmed: unusual !== undefined });
    toast.error(words);
    focusFirstError(element.current);
  };

  return (
    <Sheet
      title={old === undefined ? `Add a plan of ${network}` : planName(old)}
      open={plan !== undefined}
      locked={saving.isPending}
      onClose={onClose}
      footer={
        <>
          {unusual !== undefined && <UnusualPrices prices={unusual} labels={fieldLabels} />}
          <Button
            type="submit"
            form={formId}
            wide
            busy={saving.isPending}
            busyLabel="Saving"
            disabled={!isOnline}
          >
            {!isOnline
              ? noNetworkWords
              : unusual !== undefined
                ? 'Yes, save these prices'
                : old === undefined
                  ? 'Add plan'
                  : 'Save plan'}
          </Button>
        </>
      }
    >
      <form id={formId} ref={element} onSubmit={submit} noValidate className="grid gap-5">
        <PlanFields form={form} errors={errors} isNew={old === undefined} onChange={change} />
        {saving.isError && unusual === undefined && <FailureNotice error={saving.error} />}
        {old !== undefined && (
          <Button kind="danger" onClick={() => onDelete(old)}>
            Delete plan
          </Button>
        )}
      </form>
    </Sheet>
  );
}

function PlanFields({
  form,
  errors,
  isNew,
  onChange,
}: {
  form: PlanForm;
  errors: PlanErrors;
  isNew: boolean;
  onChange: (part: Partial<PlanForm>) => void;
}) {
  const suppliers = useQuery(suppliersQuery);
  const bind = (field: Exclude<keyof PlanForm, 'planAvailability' | 'supplierPlanIds'>) => ({
    value: form[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  });
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <TextField label="Name" hint="As buyers see it: 1GB" maxLength={40} {...bind('planName')} />
        <TextField label="Type" hint="SME, CG, GIFTING" maxLength={20} {...bind('planType')} />
        <TextField label="Volume in GB" inputMode="decimal" maxLength={9} {...bind('planVolumeRatio')} />
        <TextField label="Validity" maxLength={40} {...bind('planValidity')} />
      </div>
      {isNew && (
        <TextField
          label="Plan id"
          hint="Leave it blank to get the next free one"
          inputMode="numeric"
          maxLength={10}
          {...bind('planId')}
        />
      )}
      <fieldset className="grid grid-cols-2 gap-4 border-t border-line pt-4">
        <legend className="sr-only">Prices in naira</legend>
        {priceFields.map((field) => (
          <TextField
            key={field}
            label={field === 'planCostPrice' ? 'Cost price (₦)' : `${fieldLabels[field]} price (₦)`}
            inputMode="decimal"
            maxLength={12}
            {...bind(field)}
          />
        ))}
      </fieldset>
      <SwitchField
        label="Available"
        hint="Buyers see the plan and can buy it"
        checked={form.planAvailability}
        onChange={(planAvailability) => onChange({ planAvailability })}
      />
      <fieldset className="grid gap-4 border-t border-line pt-4">
        <legend className="sr-only">Ids at the suppliers</legend>
        <p className="text-meta text-ink-2">
          What each supplier calls this plan. One without an id does not sell it.
        </p>
        <div className="grid grid-cols-2 gap-4">
          {suppliers.data?.supplierNames.map((name) => (
            <TextField
              key={name}
              label={`Id at ${name}`}
              maxLength={60}
              autoComplete="off"
              value={form.supplierPlanIds[name] ?? ''}
              onChange={(event) =>
                onChange({ supplierPlanIds: { ...form.supplierPlanIds, [name]: event.target.value } })
              }
            />
          ))}
        </div>
        {errors.supplierPlanIds !== undefined && <Notice tone="danger">{errors.supplierPlanIds}</Notice>}
      </fieldset>
    </>
  );
}

function useSaving(
  network: Network,
  old: GridPlan | undefined,
  { onDone, onRefused }: { onDone: () => void; onRefused: (refusal: Refusal) => void },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ form, isConfirmed }: { form: PlanForm; isConfirmed: boolean }) => {
      const input = { ...planToSend(form), confirm: isConfirmed };
      if (old !== undefined) return send('updatePlan', { ...input, _id: old.id, version: old.version });
      const planId = form.planId.trim();
      return send('addPlan', { ...input, planNetwork: network, ...(planId !== '' && { planId }) });
    },
    onSuccess: ({ msg }) => {
      toast.success(msg);
      onDone();
      void queryClient.invalidateQueries({ queryKey: keys.plans(network) });
    },
    onError: (error) => {
      if (unusualPricesOf(error) !== undefined) return;
      toast.error(wordsOf(error));
      if (error instanceof Refusal) onRefused(error);
      if (error instanceof Refusal && error.code === 'changed_meanwhile') {
        void queryClient.invalidateQueries({ queryKey: keys.plans(network) });
      }
    },
  });
}
