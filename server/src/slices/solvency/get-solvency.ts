import type { CallReply } from '@jara/contract/api.ts';
import { kobo, toNaira, type Kobo } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { readOwed } from '../../ledger/balances.ts';
import type { Handler } from '../../platform/serve.ts';
import { readSupplierFloats } from '../suppliers/supplier-floats.ts';
import { readBankBalances } from './bank-balances.ts';

type Held = CallReply<'getSolvency'>['held'][number];

/** What is owed to users by the books, beside what suppliers and the bank said last that they hold. Nobody is called. */
export const getSolvency =
  ({ pool, booksAudit }: Context): Handler<'getSolvency'> =>
  async () => {
    const [owed, floats, balances, audit, wholeAt] = await Promise.all([
      readOwed(pool),
      readSupplierFloats(pool),
      readBankBalances(pool),
      booksAudit.last(),
      booksAudit.wholeAt(),
    ]);
    const heldKobo = kobo(
      [
        ...floats.map(({ floatKobo }) => floatKobo),
        ...balances.map(({ balanceKobo }) => balanceKobo),
      ].reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n),
    );
    return {
      owed: {
        accounts: toNaira(owed.accounts),
        inFlight: toNaira(owed.inFlight),
        coupons: toNaira(owed.coupons),
        suspense: toNaira(owed.suspense),
        total: toNaira(owed.total),
      },
      held: [
        ...floats.map(({ supplier, floatKobo, ...rest }) => held('supplier', supplier, floatKobo, rest)),
        ...balances.map(({ bank, balanceKobo, ...rest }) => held('bank', bank, balanceKobo, rest)),
      ],
      heldTotal: toNaira(heldKobo),
      remainder: toNaira(kobo(owed.total - heldKobo)),
      books: {
        auditedAt: audit?.auditedAt.toISOString() ?? null,
        whollyAuditedAt: wholeAt?.toISOString() ?? null,
        brokenRules: audit?.brokenRules ?? null,
      },
    };
  };

const held = (
  kind: Held['kind'],
  name: string,
  amount: Kobo | null,
  { readAt, problem }: { readAt: Date | null; problem: string | null },
): Held => ({
  kind,
  name,
  amount: amount === null ? null : toNaira(amount),
  readAt: readAt?.toISOString() ?? null,
  problem,
});
