/** The link that earns: to copy, to share, and as a code for the phone of somebody who stands beside. */
import { Copy, Share2 } from 'lucide-react';
import { messages } from '@jara/contract/messages.ts';
import { brand } from '../../../platform/brand.ts';
import { Qr } from '../../../shared/qr/qr.tsx';
import { copyReferralLink, referralLink } from '../../../shared/referral-link.ts';
import { shareLink } from '../../../shared/share.ts';
import { ReceiptPaper } from '../../../shared/receipt-card.tsx';
import { useSession } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { pen } from '../../../ui/icon.tsx';

export function Invite() {
  const { signedIn } = useSession();
  if (signedIn === null) return null;
  const { userName } = signedIn.user;
  const url = referralLink(userName);
  const share = () =>
    shareLink(
      {
        title: brand.name,
        text: `Buy airtime and data on ${brand.name}. Open your account with my link:`,
        url,
      },
      messages.referralLinkCopied,
    );
  return (
    <section aria-labelledby="invite">
      <ReceiptPaper>
        <h2 id="invite" className="display text-lead">
          Invite with your link
        </h2>
        <div className="mt-4 grid gap-4 sm:grid-cols-[min(9rem,42%)_1fr] sm:items-center lg:grid-cols-1">
          <div className="mx-auto w-full max-w-40 sm:max-w-none lg:mx-0 lg:max-w-40">
            <Qr text={url} label={`QR code of your invitation link, ${url}`} />
          </div>
          <div className="grid gap-3">
            <p className="border-y border-line py-3 font-mono text-meta [overflow-wrap:anywhere] select-all">
              {url}
            </p>
            <div className="grid grid-cols-2 gap-2">
              <Button kind="secondary" onClick={() => copyReferralLink(userName)}>
                <Copy size={18} {...pen} /> Copy link
              </Button>
              <Button onClick={share}>
                <Share2 size={18} {...pen} /> Share
              </Button>
            </div>
          </div>
        </div>
      </ReceiptPaper>
    </section>
  );
}
