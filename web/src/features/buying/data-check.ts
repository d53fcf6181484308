/** The rules of the data form (S5.7, S5.8): the sentence of the toast, and the fix at each field. */
import type { Network } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { readPhone } from '@jara/contract/phone.ts';
import type { NicknameDraft } from './contact-switch.tsx';
import { phoneFix } from '../../shared/forms/phone-field.tsx';

export interface DataDraft extends NicknameDraft {
  phone: string;
  /** Null is the 'select' of the specification: no number, no network. */
  network: Network | null;
}

export interface DataErrors {
  phone?: string;
  network?: string;
  nickname?: string;
}

export function checkData(draft: DataDraft, hasPlan: boolean): { errors: DataErrors; words?: string } {
  const errors: DataErrors = {};
  const phone = draft.phone.trim() === '' ? 'Enter the number that gets the data.' : phoneFix(draft.phone);
  if (phone !== undefined) errors.phone = phone;
  if (draft.network === null) errors.network = messages.selectNetwork;
  if (draft.addToContacts && draft.nickname.trim() === '')
    errors.nickname = 'Enter a name, or switch this off.';
  const words = toastWords(draft, errors, hasPlan);
  return words === undefined ? { errors } : { errors, words };
}

function toastWords({ phone, network }: DataDraft, errors: DataErrors, hasPlan: boolean): string | undefined {
  if (phone.trim() === '') return messages.provideAllValues;
  if (readPhone(phone) === undefined) return messages.checkPhone;
  if (network === null) return messages.selectNetwork;
  if (!hasPlan) return messages.provideAllValues;
  return errors.nickname === undefined ? undefined : messages.nicknameRequired;
}
