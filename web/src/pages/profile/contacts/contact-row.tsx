/** One contact as a ruled row: who, then what one does with it. On a phone the rest is behind the name. */
import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Contact } from '@jara/contract/calls/contacts.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import { NetworkMark, networkLabel } from '../../../shared/network-mark.tsx';
import { to, toBuyFor, toTransactionsOf } from '../../../platform/paths.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { AirtimeGlyph, DataGlyph, pen, ReceiptGlyph } from '../../../ui/icon.tsx';
import { expiryWords } from './find-contacts.ts';

/** Of the button that chooses a contact. */
export const rowId = (contact: string): string => `contact-${contact}`;

export function ContactRow({
  contact,
  onOpen,
  onEdit,
  onRemove,
  onKeep,
}: {
  contact: Contact;
  onOpen: () => void;
  onEdit: () => void;
  onRemove: () => void;
  onKeep: () => void;
}) {
  const { contactName: name, contactNumber: phone, contactNetwork: network } = contact;
  const expiry = expiryWords(contact);
  return (
    <li className="grid">
      <div className="flex min-h-16 items-center gap-1">
        <button
          type="button"
          id={rowId(contact._id)}
          onClick={onOpen}
          aria-label={`${name}, ${formatPhone(phone)}, ${networkLabel(network)}`}
          className="flex min-h-16 min-w-0 flex-1 items-center gap-3 rounded-control py-2 text-left hover:bg-sunk"
        >
          <NetworkMark network={network} />
          <span className="grid min-w-0">
            <span className="truncate font-medium">{name}</span>
            <span className="flex flex-wrap gap-x-2 text-meta text-ink-2">
              <span className="figures">{formatPhone(phone)}</span>
              <span>{networkLabel(network)}</span>
            </span>
          </span>
        </button>
        <IconLink label={`Buy airtime for ${name}`} to={toBuyFor(to.buyAirtime, phone, network)}>
          <AirtimeGlyph size={22} />
        </IconLink>
        <IconLink label={`Buy data for ${name}`} to={toBuyFor(to.buyData, phone, network)}>
          <DataGlyph size={22} />
        </IconLink>
        <div className="flex max-sm:hidden">
          <IconLink label={`Transactions of ${name}`} to={toTransactionsOf(phone)}>
            <ReceiptGlyph size={22} />
          </IconLink>
          <IconButton label={`Edit ${name}`} title="Edit" onClick={onEdit}>
            <Pencil size={20} {...pen} />
          </IconButton>
          <IconButton label={`Remove ${name}`} title="Remove" onClick={onRemove}>
            <Trash2 size={20} {...pen} />
          </IconButton>
        </div>
      </div>
      {expiry !== undefined && (
        <p className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 pb-1 pl-10 text-meta text-amber">
          {expiry}
          <Button kind="quiet" compact className="min-h-12 px-0" aria-label={`Keep ${name}`} onClick={onKeep}>
            Keep
          </Button>
        </p>
      )}
    </li>
  );
}

/** In the place of a contact that was removed a moment ago; the focus, which was on what removed it, goes to the way back. */
export function RemovedRow({ contact, onUndo }: { contact: Contact; onUndo: () => void }) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => row.current?.querySelector('button')?.focus(), []);
  return (
    <li ref={row} className="flex min-h-16 items-center justify-between gap-3 text-ink-2">
      <span role="status" className="min-w-0 [overflow-wrap:anywhere]">
        {contact.contactName} is removed
      </span>
      <Button
        kind="secondary"
        compact
        className="min-h-12"
        aria-label={`Bring ${contact.contactName} back`}
        onClick={onUndo}
      >
        Undo
      </Button>
    </li>
  );
}

function IconLink({ label, to: address, children }: { label: string; to: string; children: ReactNode }) {
  return (
    <Link
      to={address}
      aria-label={label}
      title={label}
      className="inline-flex size-12 shrink-0 items-center justify-center rounded-control text-brand hover:bg-sunk"
    >
      {children}
    </Link>
  );
}
