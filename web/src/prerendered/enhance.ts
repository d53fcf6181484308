/** What a ready-made page does besides being read: its menu, its theme, its banner, and the way in for who is signed in already. */
import { to } from '../platform/paths.ts';
import { takeFlashMessage } from '../platform/flash-message.ts';
import { readLocal, writeLocal } from '../platform/local-storage.ts';
import { setTheme } from '../platform/theme.ts';

const toastMs = 5_000;

const menuButton = document.querySelector('[aria-controls="public-menu"]');
menuButton?.addEventListener('click', () => {
  const opens = menuButton.getAttribute('aria-expanded') !== 'true';
  menuButton.setAttribute('aria-expanded', String(opens));
  menuButton.setAttribute('aria-label', opens ? 'Close menu' : 'Open menu');
});

if (readLocal('token') !== null) {
  document.querySelector('[data-start]')?.setAttribute('href', to.dashboard);
}

document.querySelector('[data-dismiss]')?.addEventListener('click', () => {
  writeLocal('joinBannerDismissed', 'yes');
  document.querySelector('[data-bottom-bar]')?.remove();
});

const themes = [...document.querySelectorAll<HTMLInputElement>('input[value=light], input[value=dark]')];
/** Of the choice as it was made ready: how the chosen theme looks, and the other one. */
const [chosenLook = '', otherLook = ''] = themes.map(({ parentElement }) => parentElement?.className);
function showTheme(): void {
  for (const choice of themes) {
    choice.checked = choice.value === document.documentElement.dataset['theme'];
    if (choice.parentElement) choice.parentElement.className = choice.checked ? chosenLook : otherLook;
  }
}
showTheme();
for (const choice of themes) {
  choice.addEventListener('change', () => {
    setTheme(choice.value === 'dark' ? 'dark' : 'light');
    showTheme();
  });
}

const words = takeFlashMessage();
if (words !== null) {
  const toast = document.createElement('p');
  toast.setAttribute('role', 'status');
  toast.className =
    'no-print rises fixed inset-x-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-50 mx-auto max-w-narrow rounded-control bg-ink px-4 py-3 text-meta font-medium text-paper shadow-sheet';
  toast.textContent = words;
  document.body.append(toast);
  setTimeout(() => toast.remove(), toastMs);
}
