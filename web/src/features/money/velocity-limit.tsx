/** What may leave from a device that is new or an account that nobody proved, said before anything is typed; and money that is held after a reset. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { untilWords } from '@jara/contract/lagos-time.ts';
import { formatNaira } from '@jara/contract/money.ts';
import type { MoneyHeld, VelocityLimit } from '@jara/contract/calls/security.ts';
import { heldWords } from '@jara/contract/money-held.ts';
import { MINUTE_MS } from '@jara/contract/time-units.ts';
import { limitTimeWords, newWords, overLimitWords } from '@jara/contract/velocity-limit.ts';
import { to } from '../../platform/paths.ts';
import { securityQuery } from '../../platform/queries.ts';
import type { CallReply } from '../../platform/send.ts';
import { Notice } from '../../ui/notice.tsx';

export type { VelocityLimit } from '@jara/contract/calls/security.ts';

export const limitWords = ({ amount, until }: Pick<VelocityLimit, 'amount' | 'until'>): string =>
  `\u20a6${amount.toLocaleString('en-NG')} ${limitTimeWords({ until })}`;

/** The words of the server for an amount that is more than is left, and what to do about it at the field. */
export function overLimit(
  amount: number | undefined,
  limit: VelocityLimit | undefined,
): { fix: string; words: string } | undefined {
  if (limit === undefined || amount === undefined || amount <= limit.left) return undefined;
  const most = limit.left === 0 ? 'Nothing' : `At most ${formatNaira(limit.left)}`;
  const end =
    limit.until === null
      ? 'now. Confirm your e-mail address to send more'
      : `from here until ${untilWords(new Date(limit.until))}`;
  return { fix: `${most} more can be sent ${end}.`, words: overLimitWords(limit) };
}

/** A screen may stay open for longer than a limit holds. */
export const isAhead = (iso: string): boolean => Date.parse(iso) > Date.now();

export interface VelocityLimits {
  limit: VelocityLimit | undefined;
  held: MoneyHeld | undefined;
}

/** What holds now, for whoever is signed in on this device. Asked anew with each screen, since each sum that was sent changes it. */
export const useVelocityLimits = (): VelocityLimits =>
  limitsOf(useQuery({ ...securityQuery, refetchOnMount: 'always' }).data);

/** The same where people buy, many times a day: who had no limit a while ago has none, since a limit begins with a login. */
export const usePurchaseLimits = (): VelocityLimits =>
  limitsOf(
    useQuery({
      ...securityQuery,
      staleTime: 10 * MINUTE_MS,
      refetchOnMount: ({ state: { data } }) => (data?.sendingLimit || data?.moneyHeld ? 'always' : true),
    }).data,
  );

const limitsOf = ({
  sendingLimit: limit,
  moneyHeld: held,
}: Partial<CallReply<'getSecurity'>> = {}): VelocityLimits => ({
  limit: limit && (limit.until === null || isAhead(limit.until)) ? limit : undefined,
  held: held && isAhead(held.until) ? held : undefined,
});

/** A hold lets nothing be sent, and little or nothing be bought, whatever a device might. */
export function VelocityLimitNotice({
  limit,
  held,
  aim = 'send',
}: VelocityLimits & { aim?: 'send' | 'buy' }) {
  if (held !== undefined) {
    const until = untilWords(new Date(held.until));
    const title =
      aim === 'send'
        ? `Nothing can be sent until ${until}`
        : held.purchasesMost === 0
          ? `Nothing can be bought until ${until}`
          : `Purchases up to ${formatNaira(held.purchasesMost)} until ${until}`;
    return (
      <Notice tone="amber" title={title}>
        {heldWords(held)}.
      </Notice>
    );
  }
  if (limit === undefined) return null;
  return (
    <Notice
      tone="amber"
      title={`${newWords(limit)}: ${limitWords(limit)}`}
      action={limit.reason === 'unproved' && <ConfirmLink />}
    >
      {leftWords(limit)}
    </Notice>
  );
}

const ConfirmLink = () => (
  <Link to={to.account} className="font-semibold text-brand underline-offset-4 hover:underline">
    Confirm your e-mail address
  </Link>
);

function leftWords({ amount, left }: VelocityLimit): string {
  if (left === 0) return 'It is used up for purchases, transfers and withdrawals.';
  if (left < amount) return `${formatNaira(left)} of it is left for purchases, transfers and withdrawals.`;
  return 'For purchases, transfers and withdrawals together.';
}
