/** Help, in the same place on every screen: opens the chat with the support number. */
import { MessageCircle } from 'lucide-react';
import { brand } from '../platform/brand.ts';
import { pen } from '../ui/icon.tsx';

/** The chat with the support number, with words already typed in; undefined where there is none. */
export function chatAddress(words?: string): string | undefined {
  const digits = brand.supportChatNumber.replaceAll(/\D/g, '');
  if (digits === '') return undefined;
  return `https://wa.me/${digits}${words === undefined ? '' : `?text=${encodeURIComponent(words)}`}`;
}

export function ChatLink() {
  const address = chatAddress();
  if (address === undefined) return null;
  return (
    <aside aria-label="Help">
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        aria-label="Chat with support"
        className="chat-link no-print fixed right-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-30 inline-flex size-12 items-center justify-center gap-3 rounded-full border border-edge bg-surface text-brand hover:border-ink sm:right-6"
      >
        <MessageCircle size={22} {...pen} />
        <span className="hidden">Chat with support</span>
      </a>
    </aside>
  );
}
