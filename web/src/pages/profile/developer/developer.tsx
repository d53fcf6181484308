import { BookOpenText } from 'lucide-react';
import { paths } from '@jara/contract/paths.ts';
import { brand } from '../../../platform/brand.ts';
import { ScreenHead } from '../../../shared/screen.tsx';
import { developerDocs } from '../../../platform/paths.ts';
import { pen } from '../../../ui/icon.tsx';
import { ApiTokens } from './api-tokens.tsx';
import { CodeLine } from './code-line.tsx';
import { Deliveries } from './deliveries.tsx';
import { Webhook } from './webhook.tsx';

const addressOf = (call: 'getProfile' | 'buyAirtime'): string =>
  `${window.location.origin}${paths[call].slice(paths[call].indexOf('/'))}`;

/** In the sandbox a purchase, the one of the guide; where money is real, a look that changes nothing. */
function firstCall(): string {
  const token = "-H 'x-auth-token: YOUR_TOKEN'";
  if (brand.mode !== 'sandbox') return `curl ${addressOf('getProfile')} ${token}`;
  return [
    `curl ${addressOf('buyAirtime')} ${token}`,
    "-H 'Idempotency-Key: order-1'",
    "-H 'Content-Type: application/json'",
    `-d '{"network": 1, "mobile_number": "08031234567", "amount": 100}'`,
  ].join(' \\\n  ');
}

export default function Developer() {
  return (
    <div className="grid grid-cols-1 gap-9">
      <ScreenHead
        title="Developer"
        aside={
          <a
            href={developerDocs}
            className="inline-flex min-h-12 items-center gap-2 rounded-control border border-edge bg-surface px-5 font-semibold hover:border-ink hover:bg-sunk"
          >
            <BookOpenText size={20} {...pen} /> Documentation
          </a>
        }
      >
        Sell from your own program: the same prices, the same slips.
        {brand.mode === 'sandbox' && ' Everything here is play money.'}
      </ScreenHead>
      <div className="grid grid-cols-1 gap-3">
        <CodeLine label="Try it" text={firstCall()} />
        <a
          href={`${developerDocs}#start`}
          className="flex min-h-12 items-center justify-self-start text-meta underline underline-offset-4"
        >
          Your first purchase, step by step
        </a>
      </div>
      <ApiTokens />
      <Webhook />
      <Deliveries />
    </div>
  );
}
