/** The menu of the signed-in user, in the specification's order; an item stands here once its screen exists. */
import { House, Settings } from 'lucide-react';
import type { ComponentType } from 'react';
import { to } from '../paths.ts';
import { AirtimeGlyph, DataGlyph, pen, SlipGlyph, WalletGlyph } from '../ui/icon.tsx';

export interface MenuItem {
  path: string;
  label: string;
  /** The word under the icon of the phone's bottom bar; without one the item is not there. */
  short?: string;
  Icon: ComponentType<typeof pen & { size?: number }>;
  /** Only the exact address is this item, not what lies below it. */
  exact?: boolean;
}

export const menu: readonly MenuItem[] = [
  { path: to.dashboard, label: 'Dashboard', short: 'Home', Icon: House, exact: true },
  { path: to.buyData, label: 'Buy data', short: 'Data', Icon: DataGlyph },
  { path: to.buyAirtime, label: 'Buy airtime', short: 'Airtime', Icon: AirtimeGlyph },
  { path: to.fundWallet, label: 'Fund wallet', Icon: WalletGlyph },
  { path: to.transactions, label: 'Transactions', short: 'Slips', Icon: SlipGlyph },
  { path: to.changePassword, label: 'Settings', Icon: Settings },
];
