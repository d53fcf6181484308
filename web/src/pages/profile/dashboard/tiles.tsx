/** The tiles: what is sold, what was bought, whom for. Television is not sold yet; its tile stays on the dashboard. */
import { Code, HandCoins, Landmark } from 'lucide-react';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { developerDocs, to } from '../../../platform/paths.ts';
import type { SignedInUser } from '../../../platform/session.ts';
import { toast } from '../../../ui/toast.tsx';
import {
  AirtimeGlyph,
  DataGlyph,
  LightGlyph,
  PeopleGlyph,
  pen,
  ReceiptGlyph,
  TvGlyph,
} from '../../../ui/icon.tsx';

interface Tile {
  path: string;
  label: string;
  note?: string;
  Icon: ComponentType<typeof pen & { size?: number; className?: string }>;
}

const tiles: readonly Tile[] = [
  { path: to.buyAirtime, label: 'Airtime', Icon: AirtimeGlyph },
  { path: to.buyData, label: 'Data', Icon: DataGlyph },
  { path: to.dashboard, label: 'TV', note: 'soon', Icon: TvGlyph },
  { path: to.electricity, label: 'Utility', Icon: LightGlyph },
  { path: to.transactions, label: 'History', Icon: ReceiptGlyph },
  { path: to.contacts, label: 'Contacts', Icon: PeopleGlyph },
  { path: to.earnings, label: 'Earnings', Icon: HandCoins },
];

const look =
  'grid min-h-20 min-w-0 content-center justify-items-center gap-1.5 bg-paper px-1 shadow-[1px_1px_0_var(--line)] py-3 text-center text-label font-semibold [text-wrap:balance] sm:text-meta hover:bg-sunk';

/** Whether this user has no account at PalmPay that works. */
function lacksPalmpay({ user }: SignedInUser): boolean {
  return !user.accountNumbers.some(
    ({ bankName, status }) => bankName.toLowerCase() === 'palmpay' && status !== 'closed',
  );
}

export function Tiles({
  signedIn,
  onGetPalmpay,
}: {
  signedIn: SignedInUser | null;
  onGetPalmpay: () => void;
}) {
  return (
    <nav
      aria-label="Services"
      className="grid grid-cols-[repeat(auto-fit,minmax(max(25%-1px,5rem),1fr))] gap-px overflow-hidden border-y border-line lg:grid-cols-[repeat(auto-fit,minmax(max(12.5%-1px,5.5rem),1fr))]"
    >
      {tiles.map(({ path, label, note, Icon }) => (
        <Link
          key={label}
          to={path}
          className={look}
          // It leads to where one is, as specified: it says why.
          onClick={note === undefined ? undefined : () => toast.success(`${label} is not on sale yet`)}
        >
          <Icon size={28} {...pen} className="text-brand" />
          <span>
            {label}
            {note !== undefined && <span className="font-normal text-ink-2"> {note}</span>}
          </span>
        </Link>
      ))}
      {signedIn !== null && lacksPalmpay(signedIn) ? (
        <button type="button" onClick={onGetPalmpay} className={look}>
          <Landmark size={28} {...pen} className="text-brand" />
          get Palmpay acc
        </button>
      ) : (
        <a href={developerDocs} className={look}>
          <Code size={28} {...pen} className="text-brand" />
          API docs
        </a>
      )}
    </nav>
  );
}
