/** Something to know, in its place in the page. */
import { CircleAlert, CircleCheck, Clock3, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { pen } from './icon.tsx';

export type Tone = 'info' | 'success' | 'amber' | 'danger';

const tones = {
  info: { look: 'border-info/25 bg-info-wash', ink: 'text-info', Icon: Info },
  success: { look: 'border-success/25 bg-success-wash', ink: 'text-success', Icon: CircleCheck },
  amber: { look: 'border-amber/25 bg-amber-wash', ink: 'text-amber', Icon: Clock3 },
  danger: { look: 'border-danger/25 bg-danger-wash', ink: 'text-danger', Icon: CircleAlert },
} as const;

export function Notice({
  tone = 'info',
  title,
  action,
  children,
}: {
  tone?: Tone;
  title?: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const { look, ink, Icon } = tones[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={classNames('flex items-start gap-3 rounded-control border px-3.5 py-3 text-meta', look)}
    >
      <Icon size={20} className={classNames('mt-px shrink-0', ink)} {...pen} />
      <div className="grid flex-1 gap-1">
        {title !== undefined && <p className={classNames('font-semibold', ink)}>{title}</p>}
        {children !== undefined && <div className="text-ink">{children}</div>}
        {action}
      </div>
    </div>
  );
}
