/** NIN and BVN, masked; and the way to verify the one that is missing. */
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import type { User } from '@jara/contract/calls/accounts.ts';
import { KycForm } from '../../../shared/forms/kyc-form.tsx';
import { Button } from '../../../ui/button.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Facts, Section } from './facts.tsx';

export function Identity({ user: { nin, bvn } }: { user: User }) {
  const [isOpen, setOpen] = useState(false);
  const isUnknown = nin === null && bvn === null;
  const isComplete = nin !== null && bvn !== null;
  return (
    <Section
      title="Identity"
      note={
        isUnknown
          ? 'Once you are verified, a bank can open an account number for you.'
          : 'We keep the last four digits only.'
      }
    >
      <div className="grid gap-5">
        <Facts
          facts={[
            { label: 'NIN', value: <Verified number={nin} /> },
            { label: 'BVN', value: <Verified number={bvn} /> },
          ]}
        />
        {isUnknown || (isOpen && !isComplete) ? (
          <div className="max-w-form">
            <KycForm
              {...(!isUnknown && { only: nin === null ? 'nin' : 'bvn' })}
              onDone={() => setOpen(false)}
            />
          </div>
        ) : (
          !isComplete && (
            <Button kind="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
              Verify your {nin === null ? 'NIN' : 'BVN'} too
            </Button>
          )
        )}
      </div>
    </Section>
  );
}

function Verified({ number }: { number: string | null }) {
  if (number === null) return <span className="font-normal text-ink-2">Not verified</span>;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
      {number}
      <span className="inline-flex items-center gap-1 text-meta font-semibold text-success">
        <BadgeCheck size={16} {...pen} /> Verified
      </span>
    </span>
  );
}
