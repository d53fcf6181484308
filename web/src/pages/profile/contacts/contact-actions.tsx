/** What one does with a contact that was chosen. */
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Contact } from '@jara/contract/calls/contacts.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import { networkLabel, NetworkMark } from '../../../shared/network-mark.tsx';
import { to, toBuyFor, toTransactionsOf } from '../../../platform/paths.ts';
import { AirtimeGlyph, DataGlyph, pen, ReceiptGlyph } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';

const rowClass = 'flex min-h-14 w-full items-center gap-4 text-left font-medium hover:bg-sunk';

export function ContactActions({
  contact,
  onClose,
  onEdit,
  onRemove,
}: {
  contact: Contact | null;
  onClose: () => void;
  onEdit: (contact: Contact) => void;
  onRemove: (contact: Contact) => void;
}) {
  return (
    <Sheet title="Contact" open={contact !== null} onClose={onClose}>
      {contact !== null && (
        <div className="grid gap-3">
          <div className="flex items-center gap-4">
            <NetworkMark network={contact.contactNetwork} size={40} />
            <div className="grid min-w-0">
              <p className="text-lead font-semibold [overflow-wrap:anywhere]">{contact.contactName}</p>
              <p className="figures text-ink-2">
                {formatPhone(contact.contactNumber)} · {networkLabel(contact.contactNetwork)}
              </p>
            </div>
          </div>
          <ul className="divide-y divide-line border-y border-line">
            <Shortcut address={toBuyFor(to.buyAirtime, contact.contactNumber, contact.contactNetwork)}>
              <AirtimeGlyph className="text-brand" /> Buy airtime
            </Shortcut>
            <Shortcut address={toBuyFor(to.buyData, contact.contactNumber, contact.contactNetwork)}>
              <DataGlyph className="text-brand" /> Buy data
            </Shortcut>
            <Shortcut address={toTransactionsOf(contact.contactNumber)}>
              <ReceiptGlyph className="text-brand" /> Transactions
            </Shortcut>
            <li>
              <button type="button" className={rowClass} onClick={() => onEdit(contact)}>
                <Pencil {...pen} className="text-ink-2" /> Edit
              </button>
            </li>
            <li>
              <button type="button" className={`${rowClass} text-danger`} onClick={() => onRemove(contact)}>
                <Trash2 {...pen} /> Remove
              </button>
            </li>
          </ul>
        </div>
      )}
    </Sheet>
  );
}

function Shortcut({ address, children }: { address: string; children: ReactNode }) {
  return (
    <li>
      <Link to={address} className={rowClass}>
        {children}
      </Link>
    </li>
  );
}
