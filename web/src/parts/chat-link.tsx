/** Help, in the same place on every screen: opens the chat with the support number. */
import { MessageCircle } from 'lucide-react';
import { brand } from '../brand.ts';
import { pen } from '../ui/icon.tsx';

export function ChatLink() {
  const digits = brand.supportChatNumber.replaceAll(/\D/g, '');
  if (digits === '') return null;
  return (
    <aside aria-label="Help">
      <a
        href={`https://wa.me/${digits}`}
        target="_blank"
        rel="noreferrer"
        aria-label="Chat with support"
        className="chat-link no-print fixed right-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-30 inline-flex size-12 items-center justify-center rounded-full border border-edge bg-surface text-brand hover:border-ink sm:right-6"
      >
        <MessageCircle {...pen} />
      </a>
    </aside>
  );
}
