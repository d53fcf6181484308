/** A sandbox installation says so on every page, calmly. */
import { brand } from '../../platform/brand.ts';

export function SandboxStrip() {
  if (brand.mode !== 'sandbox') return null;
  return (
    <aside
      aria-label="Sandbox"
      className="no-print border-b border-line bg-amber-wash px-4 py-1 text-center text-label font-medium text-amber"
    >
      Sandbox: play money, no real phones or banks
    </aside>
  );
}
