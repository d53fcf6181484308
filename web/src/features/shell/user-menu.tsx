/** Who you are and everything you can go to: a panel under the top bar, a sheet from below on a phone. */
import { useQueryClient } from '@tanstack/react-query';
import { LogOut, MessageCircle, UserRound } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { useNavigate } from 'react-router';
import { to } from '../../platform/paths.ts';
import { send } from '../../platform/send.ts';
import { endSession, type SignedInUser } from '../../platform/session.ts';
import { pen } from '../../ui/icon.tsx';
import { lazyAfterLoad } from '../../shared/lazy.ts';
import { chatAddress } from '../../shared/chat-link.tsx';
import { MenuList } from './menu-list.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { EmailAddress } from '../../shared/email-address.tsx';

export const userMenuId = 'user-menu';
const InstallItem = lazyAfterLoad(async () => (await import('./install-item.tsx')).InstallItem);

export function UserMenuButton({ signedIn }: { signedIn: SignedInUser | null }) {
  return (
    <button
      type="button"
      popoverTarget={userMenuId}
      aria-label="Your menu"
      className="inline-flex min-h-12 items-center gap-2 rounded-control px-2 hover:bg-sunk"
    >
      <span className="inline-flex size-9 items-center justify-center rounded-full bg-brand text-on-brand">
        {signedIn === null ? (
          <UserRound size={20} {...pen} />
        ) : (
          <b>{nameOf(signedIn).charAt(0).toUpperCase()}</b>
        )}
      </span>
      {signedIn !== null && (
        <span className="hidden max-w-[10rem] truncate text-meta font-semibold md:inline">
          {nameOf(signedIn)}
        </span>
      )}
    </button>
  );
}

function nameOf({ user }: SignedInUser): string {
  return user.fullName === '' ? user.userName : user.fullName;
}

export function UserMenu({ signedIn }: { signedIn: SignedInUser | null }) {
  const panel = useRef<HTMLElement>(null);
  return (
    <section ref={panel} id={userMenuId} popover="auto" aria-label="You" className="user-menu no-print">
      {signedIn !== null && (
        <div className="border-b border-line pb-3">
          <p className="font-semibold [overflow-wrap:anywhere]">{nameOf(signedIn)}</p>
          <p className="text-meta text-ink-2">[{signedIn.user.userType}]</p>
          <p className="text-meta [overflow-wrap:anywhere] text-ink-2">
            (<EmailAddress address={signedIn.user.email} />)
          </p>
        </div>
      )}
      <nav aria-label="Your menu" className="-mx-3 grid py-2">
        <MenuList signedIn={signedIn} onChoose={() => panel.current?.hidePopover()} />
      </nav>
      <div className="grid gap-2 border-t border-line pt-3">
        <ChatItem />
        <Suspense>
          <InstallItem />
        </Suspense>
        <ThemeChoice />
        <SignOut />
      </div>
    </section>
  );
}

function ChatItem() {
  const address = chatAddress();
  if (address === undefined) return null;
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="-mx-3 flex min-h-12 items-center gap-3 rounded-control px-3 text-ink-2 hover:bg-sunk hover:text-ink"
    >
      <MessageCircle size={22} {...pen} />
      Chat with support
    </a>
  );
}

function SignOut() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const signOut = () => {
    // The session ends on this device at once; the request to the server needs no answer for that.
    send('logout').catch(() => undefined);
    void navigate(to.landing);
    endSession();
    queryClient.clear();
  };
  return (
    <button
      type="button"
      onClick={signOut}
      className="-mx-3 flex min-h-12 items-center gap-3 rounded-control px-3 text-left font-medium text-danger hover:bg-danger-wash"
    >
      <LogOut size={22} {...pen} />
      Sign out
    </button>
  );
}
