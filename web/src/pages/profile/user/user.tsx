import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '@jara/contract/calls/accounts.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { copyReferralLink, referralLink } from '../../../shared/referral-link.ts';
import { ScreenHead } from '../../../shared/screen.tsx';
import { ThemeChoice } from '../../../features/shell/theme-choice.tsx';
import { dateWords, timeWords } from '../../../shared/when.tsx';
import { to } from '../../../platform/paths.ts';
import { profileQuery } from '../../../platform/queries.ts';
import { useSession } from '../../../platform/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { pen } from '../../../ui/icon.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { AccountNumbers } from './account-numbers.tsx';
import { AccountType } from './account-type.tsx';
import { ContactDetails } from './contact-details.tsx';
import { Facts, Section } from './facts.tsx';
import { Identity } from './identity.tsx';

export default function Account() {
  const profile = useQuery(profileQuery);
  const { signedIn } = useSession();
  return (
    <div className="grid grid-cols-1 gap-8">
      <ScreenHead title="Account" />
      {profile.isError && (
        <LoadFailure
          title="Your account could not be brought up to date"
          error={profile.error}
          onRetry={() => void profile.refetch()}
        />
      )}
      {signedIn === null ? (
        <SkeletonRows rows={6} label="Loading your account" />
      ) : (
        <>
          <Details user={signedIn.user} />
          <ContactDetails user={signedIn.user} />
          <Identity user={signedIn.user} />
          <AccountNumbers user={signedIn.user} />
          <AccountType user={signedIn.user} profile={profile.data} />
          <Referral userName={signedIn.user.userName} />
          <Programs user={signedIn.user} />
          <Section title="Security and looks">
            <div className="grid gap-4">
              <ThemeChoice />
              <div className="flex flex-wrap gap-2">
                <ButtonLink to={to.security} kind="secondary">
                  PIN and devices
                </ButtonLink>
                <ButtonLink to={to.changePassword} kind="secondary">
                  Change password
                </ButtonLink>
              </div>
            </div>
          </Section>
        </>
      )}
    </div>
  );
}

function Details({ user }: { user: User }) {
  const { fullName, userName, createdAt, lastLogin, referredBy } = user;
  return (
    <Section title="You">
      <Facts
        facts={[
          { label: 'Full name', value: fullName === userName ? 'Known once you are verified' : fullName },
          { label: 'Username', value: userName },
          { label: 'Member since', value: dateWords(createdAt) },
          ...(lastLogin === null
            ? []
            : [{ label: 'Last login', value: timeWords(lastLogin, { precise: true }) }]),
          ...(referredBy === null ? [] : [{ label: 'Invited by', value: referredBy }]),
        ]}
      />
    </Section>
  );
}

function Referral({ userName }: { userName: string }) {
  return (
    <Section
      title="Your invitation link"
      note="You earn when somebody who registers with it becomes a reseller."
    >
      <div className="grid gap-3">
        <p className="rounded-control border border-line bg-sunk px-3 py-2.5 font-mono text-meta [overflow-wrap:anywhere] select-all">
          {referralLink(userName)}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button kind="secondary" onClick={() => copyReferralLink(userName)}>
            <Copy size={18} {...pen} /> Copy referral link
          </Button>
          <Link
            to={to.earnings}
            className="inline-flex min-h-12 items-center font-semibold text-brand underline-offset-4 hover:underline"
          >
            Your earnings
          </Link>
        </div>
      </div>
    </Section>
  );
}

/** Only masked here: to see a token whole, or to change these, one goes to the developer screen. */
function Programs({ user: { apiToken, webhookUrl, webhookPausedAt } }: { user: User }) {
  return (
    <Section title="API" note="For selling from a program of your own.">
      <div className="grid gap-4">
        <Facts
          facts={[
            { label: 'API token', value: apiToken ?? 'None yet', isCode: apiToken !== null },
            {
              label: webhookPausedAt === null ? 'Webhook URL' : 'Webhook URL, paused',
              value: webhookUrl ?? 'Not set',
              isCode: webhookUrl !== null,
            },
          ]}
        />
        <ButtonLink to={to.developer} kind="secondary" className="justify-self-start">
          Tokens and webhook
        </ButtonLink>
      </div>
    </Section>
  );
}
