/**
 * The menus in a browser without popovers (before Chrome 114), which loads this file alone: a press on a button with `popovertarget` opens
 * and closes its panel, a press elsewhere or Escape closes it. styles.css hides the panel that is not open.
 */
export function openMenusWithoutPopovers(): void {
  document.documentElement.setAttribute('data-without-popovers', '');
  const openPanels = () => document.querySelectorAll<HTMLElement>('[popover=auto][data-open]');
  const close = () => openPanels().forEach((panel) => panel.removeAttribute('data-open'));
  HTMLElement.prototype.hidePopover = close;
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const id = target.closest('[popovertarget]')?.getAttribute('popovertarget');
    const panel = id === undefined || id === null ? null : document.getElementById(id);
    const isOpen = panel?.hasAttribute('data-open') === true;
    if (target.closest('[popover=auto]') === null) close();
    if (!isOpen) panel?.setAttribute('data-open', '');
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
}
