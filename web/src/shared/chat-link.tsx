/** Help: opens the chat with the support number. It has a place of its own in each frame, so that it lies over nothing. */
import { MessageCircle } from 'lucide-react';
import { brand } from '../platform/brand.ts';
import { classNames } from '../ui/class-names.ts';
import { pen } from '../ui/icon.tsx';

const chatWords = 'Chat with support';

/** The chat with the support number, with words already typed in; undefined where there is none. */
export function chatAddress(words?: string): string | undefined {
  const digits = brand.supportChatNumber.replace(/\D/g, '');
  if (digits === '') return undefined;
  return `https://wa.me/${digits}${words === undefined ? '' : `?text=${encodeURIComponent(words)}`}`;
}

/** In a top bar its sign alone; at the foot of the side menu with its words. */
export function ChatLink({ className, withWords = false }: { className?: string; withWords?: boolean }) {
  const address = chatAddress();
  if (address === undefined) return null;
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      aria-label={chatWords}
      title={chatWords}
      className={classNames(
        'inline-flex min-h-12 shrink-0 items-center rounded-control text-ink-2 hover:bg-sunk hover:text-ink',
        withWords ? 'w-full gap-3 px-3' : 'w-12 justify-center',
        className,
      )}
    >
      <MessageCircle size={withWords ? 22 : 20} {...pen} />
      {withWords && chatWords}
    </a>
  );
}
