/** The phone's own contacts, where the browser lets a page ask for one (Chrome on Android). Nothing is read but what is chosen. */
import { toast } from '../../../ui/toast.tsx';

interface PickedContact {
  name?: string[];
  tel?: string[];
}

interface ContactsManager {
  select: (properties: ('name' | 'tel')[], options: { multiple: boolean }) => Promise<PickedContact[]>;
}

function phoneBook(): ContactsManager | undefined {
  return 'contacts' in navigator ? (navigator.contacts as ContactsManager) : undefined; // as the Contact Picker API defines it
}

export function hasPhoneBook(): boolean {
  return phoneBook() !== undefined;
}

/** The one that was chosen; undefined when none was. */
export async function pickFromPhoneBook(): Promise<{ name: string; phone: string } | undefined> {
  try {
    const [picked] = (await phoneBook()?.select(['name', 'tel'], { multiple: false })) ?? [];
    if (picked === undefined) return undefined;
    return { name: picked.name?.[0]?.trim() ?? '', phone: picked.tel?.[0] ?? '' };
  } catch {
    toast.error('Your phone did not open its contacts. Type the number instead');
    return undefined;
  }
}
