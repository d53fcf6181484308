/** The address by which one invites others: whoever registers through it is referred by `userName`. */
import { messages } from '@jara/contract/messages.ts';
import { toInvitation } from '../platform/paths.ts';
import { copyText } from './copy.ts';

export function referralLink(userName: string): string {
  return `${window.location.origin}${toInvitation(userName)}`;
}

export function copyReferralLink(userName: string): void {
  copyText(referralLink(userName), messages.referralLinkCopied);
}
