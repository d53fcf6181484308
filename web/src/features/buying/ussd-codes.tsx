/** How to ask the network itself what is left: the short codes, to copy or to dial. */
import { ChevronDown, Copy, Phone } from 'lucide-react';
import { networkLabels, networks, ussdCodes, type Network } from '@jara/contract/constants.ts';
import { IconButton } from '../../ui/button.tsx';
import { pen } from '../../ui/icon.tsx';
import { copyText } from '../../shared/copy.ts';
import { NetworkMark } from '../../shared/network-mark.tsx';

export function UssdCodes({ network }: { network: Network | null }) {
  const shown = network === null ? networks : [network];
  return (
    <details className="group border-y border-line">
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 text-meta font-semibold [&::-webkit-details-marker]:hidden">
        Check a balance by code
        <ChevronDown size={18} className="text-ink-2 group-open:rotate-180" {...pen} />
      </summary>
      <div className="grid gap-4 pb-4">
        {shown.map((name) => (
          <section key={name} aria-label={networkLabels[name]}>
            <h3 className="flex items-center gap-2 text-meta font-semibold">
              <NetworkMark network={name} size={22} />
              {networkLabels[name]}
            </h3>
            <ul>
              <Code label="Airtime balance" code={ussdCodes[name].balance} />
              <Code label="Data balance" code={ussdCodes[name].data} />
              <Code label="Older code" code={ussdCodes[name].older} />
            </ul>
          </section>
        ))}
      </div>
    </details>
  );
}

function Code({ label, code }: { label: string; code: string }) {
  return (
    <li className="flex items-center text-meta">
      <div className="flex flex-1 items-baseline gap-1.5">
        <span className="text-ink-2">{label}</span>
        <span className="leader" aria-hidden="true" />
        <span className="pr-1 font-mono">{code}</span>
      </div>
      <IconButton label={`Copy ${code}`} onClick={() => copyText(code)}>
        <Copy size={18} {...pen} />
      </IconButton>
      <a
        href={`tel:${encodeURIComponent(code)}`}
        aria-label={`Dial ${code}`}
        className="-mr-3 inline-flex size-12 items-center justify-center rounded-control text-ink-2 hover:bg-sunk hover:text-ink"
      >
        <Phone size={18} {...pen} />
      </a>
    </li>
  );
}
