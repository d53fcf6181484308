/** What stands below the first screenful of the dashboard: spending, inviting, upgrading, and where else to go. */
import { Copy, ExternalLink, Share2 } from 'lucide-react';
import { Link } from 'react-router';
import type { Profile } from '@jara/contract/calls/accounts.ts';
import { messages } from '@jara/contract/messages.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { brand } from '../../../../platform/brand.ts';
import { Naira } from '../../../../shared/naira.tsx';
import { copyReferralLink, referralLink } from '../../../../shared/referral-link.ts';
import { shareLink } from '../../../../shared/share.ts';
import { developerDocs, to } from '../../../../platform/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { GiftGlyph, pen } from '../../../../ui/icon.tsx';
import { Sparkline } from '../../../../ui/sparkline.tsx';
import { spendingOf } from './spending.ts';
import { UpgradeCard } from '../../../../features/money/upgrade-card.tsx';
import { terms } from '../../../../platform/terms.ts';

export default function More({ profile }: { profile: Profile }) {
  const { user } = profile;
  return (
    <div className="grid grid-cols-1 gap-7 md:grid-cols-2 md:gap-x-10">
      <SpendingCard profile={profile} />
      <ReferCard userName={user.userName} />
      {user.userType === 'smart earner' && <UpgradeCard profile={profile} />}
      <FurtherLinks user={user} />
    </div>
  );
}

/** Fewer days than this say nothing. */
const fewestDays = 3;

function SpendingCard({ profile }: { profile: Profile }) {
  const { perDay, total } = spendingOf(profile.transactions);
  if (perDay.length < fewestDays || total === 0) return null;
  const today = perDay[perDay.length - 1] ?? 0;
  return (
    <section
      aria-labelledby="spending"
      className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-t border-ink pt-4 md:col-span-2"
    >
      <div className="grid gap-1">
        <h2 id="spending" className="text-meta text-ink-2">
          Spent in {perDay.length} days
        </h2>
        <Naira amount={total} big className="text-title" />
        <p className="text-label text-ink-2">
          Today <Naira amount={today} />
        </p>
      </div>
      <Sparkline
        values={perDay}
        label={`Spending of the last ${perDay.length} days: ${formatNaira(Math.max(...perDay))} on the day with the most, ${formatNaira(today)} today`}
        className="w-36"
      />
    </section>
  );
}

function ReferCard({ userName }: { userName: string }) {
  const link = referralLink(userName);
  return (
    <section
      aria-labelledby="refer"
      className="grid content-start gap-3 border-t border-ink pt-4 md:max-lg:last-of-type:col-span-2"
    >
      <h2 id="refer" className="display flex items-center gap-2 text-lead">
        <GiftGlyph size={20} />
        Refer a friend
      </h2>
      <p className="text-meta text-ink-2">
        You get {formatNaira(terms.upgrade.referralReward)} when somebody who registered with your link
        becomes a reseller.
      </p>
      <p className="rounded-control border border-line bg-sunk px-3 py-2.5 font-mono text-meta [overflow-wrap:anywhere]">
        {link}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" className="max-sm:px-3" onClick={() => copyReferralLink(userName)}>
          <Copy size={18} {...pen} />
          Copy referral link
        </Button>
        <Button
          kind="quiet"
          className="max-sm:px-3"
          onClick={() =>
            shareLink(
              { title: brand.name, text: `Buy airtime and data with me at ${brand.name}`, url: link },
              messages.referralLinkCopied,
            )
          }
        >
          <Share2 size={18} {...pen} />
          Share
        </Button>
      </div>
    </section>
  );
}

const linkLook =
  'inline-flex min-h-12 items-center gap-2 text-meta font-semibold text-brand underline-offset-4 hover:underline';

function FurtherLinks({ user }: Pick<Profile, 'user'>) {
  const page = topUpPage(brand.topUpPageUrl, user.reservedAccountNo3);
  return (
    <nav aria-label="More" className="flex flex-wrap gap-x-6 border-t border-line pt-1 md:col-span-2">
      {page !== null && (
        <a href={page} target="_blank" rel="noreferrer" className={linkLook}>
          Top up on the bank&apos;s page
          <ExternalLink size={16} {...pen} />
        </a>
      )}
      {/* Others have it in the menu. */}
      {user.userType === 'smart earner' && (
        <Link to={to.sell} className={linkLook}>
          Sell at a desk
        </Link>
      )}
      <Link to={to.earnings} className={linkLook}>
        Your earnings
      </Link>
      <a href={developerDocs} className={linkLook}>
        Developer API
      </a>
    </nav>
  );
}

/**
 * The operator's external page for topping up, opened for the user's own reserved account: `{accountNumber}` in the address is
 * replaced by it; without that, it is added as `?accountNumber=`. Null when there is no page or no account.
 */
export function topUpPage(address: string, accountNumber: string | null): string | null {
  if (address === '' || accountNumber === null) return null;
  const number = encodeURIComponent(accountNumber);
  if (address.includes('{accountNumber}')) return address.replace(/\{accountNumber\}/g, number);
  return `${address}${address.includes('?') ? '&' : '?'}accountNumber=${number}`;
}
