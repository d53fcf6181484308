/** The menu as it stands in the rail of a desk and in the user menu: the standard items, then what the role adds. */
import { NavLink } from '../ui/router.tsx';
import { classNames } from '../ui/class-names.ts';
import { pen } from '../ui/icon.tsx';
import type { MenuItem } from './menu.ts';

export interface Menus {
  standard: readonly MenuItem[];
  /** What the role adds; empty for ordinary users. */
  additions: readonly MenuItem[];
  /** The word over the additions. */
  role: string;
}

export function MenuList({
  menus: { standard, additions, role },
  onChoose,
}: {
  menus: Menus;
  onChoose?: () => void;
}) {
  return (
    <>
      <MenuLinks items={standard} onChoose={onChoose} />
      {additions.length > 0 && (
        <div role="group" aria-label={role} className="mt-2 border-t border-line pt-2">
          <p aria-hidden="true" className="px-3 pb-1 text-label font-semibold text-ink-2 capitalize">
            {role}
          </p>
          <MenuLinks items={additions} onChoose={onChoose} />
        </div>
      )}
    </>
  );
}

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
          'flex min-h-12 items-center gap-3 rounded-control px-3 text-body lg:min-h-10',
          isActive ? 'bg-surface font-semibold text-brand' : 'text-ink-2 hover:bg-sunk hover:text-ink',
        )
      }
    >
      <item.Icon size={22} {...pen} />
      {item.label}
    </NavLink>
  ));
}
