/** A plan as the form holds it: texts, and what is wrong with them. */
import { messages } from '@jara/contract/messages.ts';
import { parseAmount } from '../../../ui/amount-field.tsx';
import { plainNumber } from './grid-edits.ts';
import { fieldLabels, priceFields, type GridPlan, type PriceField } from './grid-plan.ts';

export interface PlanForm extends Record<PriceField, string> {
  planName: string;
  planType: string;
  planVolumeRatio: string;
  planValidity: string;
  planId: string;
  planAvailability: boolean;
  supplierPlanIds: Readonly<Record<string, string>>;
}
export type PlanErrors = Partial<Record<keyof PlanForm, string>>;

export const blankPlan: PlanForm = {
  planName: '',
  planType: '',
  planVolumeRatio: '',
  planValidity: '30 days',
  planId: '',
  planCostPrice: '',
  smartEarnerPrice: '',
  resellerPrice: '',
  apiPrice: '',
  partnerPrice: '',
  planAvailability: true,
  supplierPlanIds: {},
};

export const formOf = (plan: GridPlan): PlanForm => ({
  planName: plan.name,
  planType: plan.type,
  planVolumeRatio: String(plan.volumeGb),
  planValidity: plan.validity,
  planId: String(plan.id),
  planCostPrice: plainNumber(plan.prices.planCostPrice),
  smartEarnerPrice: plainNumber(plan.prices.smartEarnerPrice),
  resellerPrice: plainNumber(plan.prices.resellerPrice),
  apiPrice: plainNumber(plan.prices.apiPrice),
  partnerPrice: plainNumber(plan.prices.partnerPrice),
  planAvailability: plan.isAvailable,
  supplierPlanIds: plan.supplierPlanIds,
});

const texts = { planName: 'name', planType: 'type', planValidity: 'validity' } as const;

/** `isNew`: a new plan may leave out the partner price, which then is the API price. */
export function checkPlan(form: PlanForm, isNew: boolean): { errors: PlanErrors; words?: string } {
  const errors: PlanErrors = {};
  let isMissing = false;
  const miss = (field: keyof PlanForm, what: string) => {
    errors[field] = `Enter the ${what}.`;
    isMissing = true;
  };
  for (const [field, what] of Object.entries(texts)) {
    const name = field as keyof typeof texts; // the keys of `texts`
    if (form[name].trim() === '') miss(name, what);
  }
  if (form.planVolumeRatio.trim() === '') miss('planVolumeRatio', 'volume in GB');
  else if (!/^\d{1,5}(\.\d{1,3})?$/.test(form.planVolumeRatio.trim()) || Number(form.planVolumeRatio) === 0) {
    errors.planVolumeRatio = 'Enter GB such as 1 or 0.5.';
  }
  for (const field of priceFields) {
    if (form[field].trim() === '' && isNew && field === 'partnerPrice') continue;
    if (form[field].trim() === '') miss(field, `${fieldLabels[field].toLowerCase()} price`);
    else if (!(parseAmount(form[field], { kobo: true }) ?? 0))
      errors[field] = 'Enter a sum such as 450 or 450.50.';
  }
  if (isMissing) return { errors, words: messages.allFieldsRequired };
  return Object.keys(errors).length === 0 ? { errors } : { errors, words: messages.enterValidValue };
}

/** As the calls take it. */
export function planToSend(form: Omit<PlanForm, 'planId'>) {
  const price = (field: PriceField) => parseAmount(form[field], { kobo: true }) ?? 0;
  return {
    planName: form.planName.trim(),
    planType: form.planType.trim(),
    planVolumeRatio: form.planVolumeRatio.trim(),
    planValidity: form.planValidity.trim(),
    planAvailability: form.planAvailability,
    supplierPlanIds: form.supplierPlanIds,
    planCostPrice: price('planCostPrice'),
    smartEarnerPrice: price('smartEarnerPrice'),
    resellerPrice: price('resellerPrice'),
    apiPrice: price('apiPrice'),
    ...(form.partnerPrice.trim() === '' ? {} : { partnerPrice: price('partnerPrice') }),
  };
}
