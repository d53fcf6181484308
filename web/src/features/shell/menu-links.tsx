import { NavLink } from 'react-router';
import { classNames } from '../../ui/class-names.ts';
import { pen } from '../../ui/icon.tsx';
import type { MenuItem } from './menu.ts';

export function MenuLinks({
  items,
  onChoose,
}: {
  items: readonly MenuItem[];
  onChoose?: (() => void) | undefined;
}) {
  return items.map((item) => (
    <NavLink
      key={item.path}
      to={item.path}
      end={item.exact === true}
      {...(onChoose !== undefined && { onClick: onChoose })}
      className={({ isActive }) =>
        classNames(
          'flex min-h-12 items-center gap-3 rounded-control px-3 text-body lg:min-h-9',
          isActive ? 'bg-raised font-semibold text-brand' : 'text-ink-2 hover:bg-raised/60 hover:text-ink',
        )
      }
    >
      {({ isActive }) => (
        <>
          <item.Icon size={22} {...pen} />
          <span ref={isActive ? scrollsIntoSight : undefined}>{item.label}</span>
          {item.count !== undefined && item.count > 0 && (
            <span className="figures ml-auto rounded-full bg-amber-wash px-2 py-0.5 text-label font-semibold text-amber">
              {item.count.toLocaleString('en-NG')}
            </span>
          )}
        </>
      )}
    </NavLink>
  ));
}

/** Once, when its screen comes: where the menu stands after that is the person's. */
const scrollsIntoSight = (label: HTMLElement | null): void =>
  label?.parentElement?.scrollIntoView({ block: 'nearest' });
