/**
 * Whether the shop is closed after a restore to the past. Each process looks every few seconds, and refuses in words; what slips through
 * in between is refused by the database.
 */
import { api } from '@jara/contract/api.ts';
import type { Call } from '@jara/contract/call.ts';
import type { CallName } from '@jara/contract/paths.ts';
import type { Pool } from '../../platform/db.ts';
import { shopClosed } from '../../platform/refuse.ts';

export interface ShopState {
  /** As it was seen last. */
  isClosed(): boolean;
  /** Looks again. Gives whether the shop is closed. */
  look(): Promise<boolean>;
  /** Refuses a call that spends or pays out while the shop is closed. */
  refuseWhileClosed(name: CallName): void;
}

export async function createShopState(pool: Pool): Promise<ShopState> {
  let isClosed = false;
  const look = async (): Promise<boolean> => {
    ({ isClosed } = await pool.get<{ isClosed: boolean }>('select is_shop_closed() as "isClosed"'));
    return isClosed;
  };
  await look();
  return {
    isClosed: () => isClosed,
    look,
    refuseWhileClosed(name) {
      const call: Call = api[name];
      if (isClosed && call.money === true && call.bringsMoney !== true) throw shopClosed();
    },
  };
}
