/** Other places that a number comes from, where the device has them: its clipboard and its own contacts. */
import { ClipboardPaste, ContactRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { normalisePhone } from '@jara/contract/phone.ts';
import { pen } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Person } from '../../shared/people.ts';
import { networkOf } from '../../shared/forms/phone-field.tsx';

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

export const hasNumberSources = (): boolean => picker() !== undefined || pastes();

export function NumberSources({ onChoose }: { onChoose: (person: Person) => void }) {
  const contacts = picker();
  const take = (text: string | undefined, name?: string): boolean => {
    const phone = normalisePhone(text ?? '');
    if (phone === undefined) return false;
    const network = networkOf(phone);
    onChoose({ phone, ...(name !== undefined && { name }), ...(network !== undefined && { network }) });
    return true;
  };
  const paste = async () => {
    try {
      const text = await navigator.clipboard.readText();
      if (!take(text)) toast.error('What you copied is not a Nigerian mobile number');
    } catch {
      toast.error('Your browser does not allow pasting here. Press and hold the field instead');
    }
  };
  const pick = async (from: ContactPicker) => {
    try {
      const [contact] = await from.select(['name', 'tel']);
      if (contact === undefined) return; // closed without a choice
      const found = contact.tel?.find((tel) => normalisePhone(tel) !== undefined);
      if (!take(found, contact.name?.[0])) toast.error('This contact has no Nigerian mobile number');
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

/** A quiet button in the row of chips; as the first of them its words stand at the edge. */
export function SourceChip({
  icon,
  onClick,
  children,
}: {
  icon: ReactNode;
  onClick: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-12 shrink-0 items-center gap-2 rounded-control px-3 text-meta font-semibold text-brand first:-ml-3 hover:bg-sunk"
    >
      {icon}
      {children}
    </button>
  );
}
