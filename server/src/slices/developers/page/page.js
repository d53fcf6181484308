// Copying examples, the theme, and where one is in the contents. Without it the page is complete but for these.
const root = document.documentElement;
const $ = (id) => document.getElementById(id);

const theme = $('theme');
const nameTheme = () => {
  theme.textContent = root.dataset.theme === 'dark' ? 'Light' : 'Dark';
};
theme.hidden = false;
nameTheme();
theme.addEventListener('click', () => {
  root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem('theme', root.dataset.theme);
  } catch {
    // Storage is closed to this page: the choice lasts until it is left.
  }
  nameTheme();
});

async function copy(button) {
  await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent);
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}
for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false;
  button.addEventListener('click', () => void copy(button));
}

// On a phone the contents are closed to begin with: the guide is what one came for.
if (!matchMedia('(min-width: 60rem)').matches) $('contents').open = false;

const links = new Map(
  [...document.querySelectorAll('.contents a[href^="#"]')].map((link) => [link.hash.slice(1), link]),
);
const places = [...links].map(([id, link]) => ({ link, place: $(id) }));
let isMarking = false;
const mark = () => {
  isMarking = false;
  const current = places.findLast(({ place }) => place.getBoundingClientRect().top < innerHeight / 3);
  for (const { link } of places) {
    if (link === current?.link) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
};
addEventListener(
  'scroll',
  () => {
    if (!isMarking) requestAnimationFrame(mark);
    isMarking = true;
  },
  { passive: true },
);
