/** Tabs over one panel, underlined like a ledger's index. Arrow keys move between them; `value` may be none of them. */
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface Tab {
  value: string;
  label: string;
  icon?: ReactNode;
}

export function Tabs({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  label: string;
  tabs: readonly Tab[];
  value: string | null;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const chosen = tabs.findIndex((tab) => tab.value === value);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    // From where the focus is: what was chosen a moment ago may not be drawn yet.
    const focused = tabs.findIndex((tab) => tab.value === event.currentTarget.dataset['value']);
    const target =
      step !== undefined
        ? (chosen < 0 ? -1 : focused) + step
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? tabs.length - 1
            : undefined;
    if (target === undefined) return;
    event.preventDefault();
    const next = tabs[(target + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChange(next.value);
    list.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="sticky top-[var(--top-bar,0px)] z-10 flex border-b border-line bg-paper"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            data-value={tab.value}
            aria-selected={index === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={index === Math.max(chosen, 0) ? 0 : -1}
            onKeyDown={onKeyDown}
            onClick={() => onChange(tab.value)}
            className={classNames(
              '-mb-px flex min-h-14 min-w-0 flex-1 [overflow-wrap:anywhere] flex-col items-center justify-center gap-1 border-b-[3px] px-1 py-1.5 text-label font-semibold',
              'sm:flex-row sm:gap-2 sm:px-3 sm:text-meta sm:whitespace-nowrap',
              'focus-visible:-outline-offset-3',
              index === chosen
                ? 'border-brand text-ink'
                : 'border-transparent text-ink-2 hover:border-edge hover:text-ink',
            )}
          >
            {tab.icon}
            {tab.label}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={chosen >= 0 ? `${id}-${value}` : undefined}
        aria-label={chosen >= 0 ? undefined : label}
      >
        {children}
      </div>
    </>
  );
}
