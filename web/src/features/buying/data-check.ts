/** The rules of the data form (S5.7, S5.8): the sentence of the toast, and the fix at each field. */
import type { Network } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { readPhone } from '@jara/contract/phone.ts';
import { phoneFix } from '../../shared/forms/phone-field.tsx';

export interface DataDraft {
  phone: string;
  /** Null is the 'select' of the specification: no number, no network. */
  network: Network | null;
}

export interface DataErrors {
  phone?: string;
  network?: string;
}

export function checkData(draft: DataDraft, hasPlan: boolean): { errors: DataErrors; words?: string } {
  const errors: DataErrors = {};
  const phone = draft.phone.trim() === '' ? 'Enter the number that gets the data.' : phoneFix(draft.phone);
  if (phone !== undefined) errors.phone = phone;
  if (draft.network === null) errors.network = messages.selectNetwork;
  const words = toastWords(draft, hasPlan);
  return words === undefined ? { errors } : { errors, words };
}

function toastWords({ phone, network }: DataDraft, hasPlan: boolean): string | undefined {
  if (phone.trim() === '') return messages.provideAllValues;
  if (readPhone(phone) === undefined) return messages.checkPhone;
  if (network === null) return messages.selectNetwork;
  return hasPlan ? undefined : messages.provideAllValues;
}
