/** Other places that a number comes from, where the device has them: its clipboard and its own contacts. */
import { ClipboardPaste, ContactRound } from 'lucide-react';
import { phonesIn } from '@jara/contract/phone.ts';
import { pen } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Person } from '../../shared/people.ts';
import { networkOf } from '../../shared/forms/phone-field.tsx';
import { SourceChip } from './source-chip.tsx';

interface PickedContact {
  name?: string[];
  tel?: string[];
}
/** Chrome on Android has it; the library of DOM types does not. */
interface ContactPicker {
  select: (properties: readonly ['name', 'tel']) => Promise<PickedContact[]>;
}

const picker = (): ContactPicker | undefined =>
  (navigator as Navigator & { contacts?: ContactPicker }).contacts; // undefined where it does not exist
/** With a keyboard one pastes into the field itself. */
const pastes = (): boolean =>
  typeof navigator.clipboard?.readText === 'function' && window.matchMedia('(pointer: coarse)').matches;

export function NumberSources({ onChoose }: { onChoose: (person: Person) => void }) {
  const contacts = picker();
  const take = (phone: string, name?: string) => {
    const network = networkOf(phone);
    onChoose({ phone, ...(name !== undefined && { name }), ...(network !== undefined && { network }) });
  };
  const paste = async () => {
    try {
      const [phone, another] = phonesIn(await navigator.clipboard.readText());
      if (phone === undefined) return toast.error('What you copied has no Nigerian mobile number');
      if (another !== undefined) return toast.error('What you copied has two numbers. Copy one of them');
      take(phone);
    } catch {
      toast.error('Your browser does not allow pasting here. Press and hold the field instead');
    }
  };
  const pick = async (from: ContactPicker) => {
    try {
      const [contact] = await from.select(['name', 'tel']);
      if (contact === undefined) return; // closed without a choice
      const [phone] = contact.tel?.flatMap(phonesIn) ?? [];
      if (phone === undefined) return toast.error('This contact has no Nigerian mobile number');
      take(phone, contact.name?.[0]);
    } catch {
      toast.error('Your contacts could not be opened');
    }
  };
  return (
    <>
      {contacts !== undefined && (
        <SourceChip icon={<ContactRound size={20} {...pen} />} onClick={() => void pick(contacts)}>
          Phone contacts
        </SourceChip>
      )}
      {pastes() && (
        <SourceChip icon={<ClipboardPaste size={20} {...pen} />} onClick={() => void paste()}>
          Paste
        </SourceChip>
      )}
    </>
  );
}
