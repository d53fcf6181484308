import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyAfterLoad } from '../../../shared/lazy.ts';
import { ScreenHead } from '../../../shared/screen.tsx';
import { isFirstAsked } from '../../../platform/first-answer.ts';
import { to } from '../../../platform/paths.ts';
import { securityQuery } from '../../../platform/queries.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { CloseSection } from './close-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { NoticesSection } from './notices-section.tsx';
import { PasskeySection } from './passkey-section.tsx';
import { PinSection } from './pin-section.tsx';
import { SectionLoading } from './section-loading.tsx';
import { Section } from './section.tsx';
import { TotpSection } from './totp-section.tsx';

const Devices = lazyAfterLoad(async () => (await import('./devices.tsx')).Devices);
const Activity = lazyAfterLoad(async () => (await import('./activity.tsx')).Activity);

const neededWords = (kinds: readonly string[]): string => {
  if (!kinds.includes('passkey')) return 'Switch on two-step login first';
  return kinds.includes('totp') ? 'Switch on two-step login or add a passkey first' : 'Add a passkey first';
};

export default function Security() {
  const query = useQuery(securityQuery);
  const state = query.data;
  return (
    <div className="grid grid-cols-1 gap-6">
      <ScreenHead title="Security">What stands between your money and everybody else.</ScreenHead>
      {state?.isTotpRequired === true && (
        <Notice tone="amber" title={neededWords(state.staffSecondFactors)}>
          Staff need it here. Until it is there, nothing else opens.
        </Notice>
      )}
      <div>
        <Section
          title="Password"
          actions={
            <ButtonLink kind="secondary" to={to.changePassword}>
              Change password
            </ButtonLink>
          }
        >
          Changing it logs out all other devices and, unless you say otherwise, ends your API tokens.
        </Section>
        {state === undefined ? (
          <SectionLoading what="limits, PIN and two-step login" rows={2} query={query} />
        ) : (
          <>
            <LimitsSection controls={state} />
            <PinSection {...state} />
            <TotpSection {...state} />
            <PasskeySection {...state} />
          </>
        )}
        {/* Not before what stands above them, which would push them down. */}
        {!isFirstAsked(query) && (
          <>
            <NoticesSection />
            <Suspense>
              <Devices />
            </Suspense>
            <Suspense>
              <Activity />
            </Suspense>
          </>
        )}
        {state !== undefined && <CloseSection {...state} />}
      </div>
    </div>
  );
}
