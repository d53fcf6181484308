/** What one is, which prices that brings, and how to become a reseller. */
import type { Profile, User } from '@jara/contract/calls/accounts.ts';
import { Naira } from '../../../shared/naira.tsx';
import { UpgradeCard } from '../../../features/money/upgrade-card.tsx';
import { Facts, Section } from './facts.tsx';

const prices: Readonly<Record<string, string>> = {
  'smart earner': 'You pay the ordinary prices.',
  reseller: 'You pay the prices of resellers.',
  'api user': 'You pay the prices of API users.',
  partner: 'You pay the prices of partners.',
};

export function AccountType({ user, profile }: { user: User; profile: Profile | undefined }) {
  const { userType, specialPrices } = user;
  return (
    <Section title="Account type" {...(prices[userType] !== undefined && { note: prices[userType] })}>
      <div className="grid gap-5">
        <p className="text-title font-semibold first-letter:uppercase">{userType}</p>
        {specialPrices.length > 0 && (
          <div className="grid gap-2">
            <h3 className="text-meta font-semibold lg:pb-3">Special prices, for you alone</h3>
            <Facts
              facts={specialPrices.map(({ productName, price }) => ({
                label: productName,
                value: (
                  <>
                    <Naira amount={price} /> <span className="font-normal text-ink-2">for each GB</span>
                  </>
                ),
              }))}
            />
          </div>
        )}
        {userType === 'smart earner' && profile !== undefined && <UpgradeCard profile={profile} />}
      </div>
    </Section>
  );
}
