/** Short words at the bottom of the page. They leave after 5 s (S9.21) and wait while one reads or points at them. */
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { pen } from './icon.tsx';

type ToastKind = 'success' | 'error';

interface ToastItem {
  id: number;
  kind: ToastKind;
  text: string;
}

const staysMs = 5_000;
const most = 3;

let items: readonly ToastItem[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly ToastItem[]): void {
  items = next;
  for (const listener of listeners) listener();
}

function show(kind: ToastKind, text: string): void {
  lastId += 1;
  const others = items.filter((item) => item.text !== text);
  change([...others, { id: lastId, kind, text }].slice(-most));
}

export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
};

/** What is shown at this moment, in one line. */
export function currentToasts(): string {
  return items.map(({ text }) => text).join(' ');
}

function dismiss(id: number): void {
  change(items.filter((item) => item.id !== id));
}

/** Stands once, at the root of the page. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => items,
  );
  const region = useRef<HTMLDivElement>(null);
  const newest = shown[shown.length - 1]?.id;
  useEffect(() => {
    if (newest !== undefined) riseOverSheets(region.current);
  }, [newest]);
  return (
    <div
      ref={region}
      popover="manual"
      role="status"
      aria-live="polite"
      aria-relevant="additions"
      className="toasts no-print pointer-events-none fixed inset-x-0 top-auto bottom-[calc(var(--bottom-bar,0px)+1rem)] z-50 m-0 grid w-full max-w-none justify-items-center gap-2 border-0 bg-transparent px-4 py-0"
    >
      {shown.map((item) => (
        <ToastLine key={item.id} item={item} />
      ))}
    </div>
  );
}

/** A sheet lies over everything but what was opened after it. */
function riseOverSheets(region: HTMLElement | null): void {
  // A browser without popovers shows the region where it stands.
  if (region === null || typeof region.showPopover !== 'function') return;
  if (region.matches(':popover-open')) region.hidePopover();
  region.showPopover();
}

function ToastLine({ item }: { item: ToastItem }) {
  const [held, setHeld] = useState(false);
  const leftMs = useRef(staysMs);
  useEffect(() => {
    if (held) return undefined;
    const startedAt = Date.now();
    const timer = setTimeout(() => dismiss(item.id), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= Date.now() - startedAt;
    };
  }, [held, item.id]);
  const Icon = item.kind === 'success' ? CircleCheck : CircleAlert;
  return (
    <div
      className="rises pointer-events-auto flex w-full max-w-narrow items-center gap-3 rounded-control bg-ink py-1 pr-1 pl-4 text-paper shadow-sheet"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon
        size={20}
        className={classNames('shrink-0', item.kind === 'error' && 'text-toast-error')}
        {...pen}
      />
      <p className="flex-1 py-2 text-meta font-medium">{item.text}</p>
      <IconButton
        label="Dismiss"
        className="text-paper hover:bg-transparent hover:text-paper"
        onClick={() => dismiss(item.id)}
      >
        <X size={18} {...pen} />
      </IconButton>
    </div>
  );
}
