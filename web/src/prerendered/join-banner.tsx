/** The fixed banner of the public pages. Dismissed once, it stays away in this browser; who is signed in never sees it (styles.css). */
import { X } from 'lucide-react';
import { messages } from '@jara/contract/messages.ts';
import { to } from '../platform/paths.ts';
import { ButtonLink, IconButton } from '../ui/button.tsx';
import { pen } from '../ui/icon.tsx';

export function JoinBanner() {
  return (
    <aside
      aria-label="Sign up"
      data-bottom-bar="banner"
      className="no-print fixed inset-x-0 bottom-0 z-20 border-t border-ink bg-paper"
    >
      <div className="mx-auto flex min-h-14 w-full max-w-public flex-wrap items-center justify-end gap-x-2 pl-4 sm:px-6 lg:px-8">
        <p className="min-w-[9rem] flex-1 py-1 text-label [text-wrap:balance] sm:text-meta font-medium">
          {messages.joinBanner}
        </p>
        <ButtonLink to={to.register} compact>
          Sign up
        </ButtonLink>
        <IconButton label="Dismiss" data-dismiss="" className="needs-script">
          <X {...pen} />
        </IconButton>
      </div>
    </aside>
  );
}
