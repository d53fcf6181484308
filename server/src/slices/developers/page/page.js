// Trying calls, copying examples and the theme. Without it the page is complete but for these.
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

const links = new Map([...document.querySelectorAll('nav a')].map((link) => [link.hash.slice(1), link]));
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

const openNamed = () => {
  const named = $(location.hash.slice(1));
  if (named?.matches('details')) named.open = true;
};
addEventListener('hashchange', openNamed);
openNamed();

const token = $('token');
const tokenState = $('token-state');
$('token-form').hidden = false;
$('token-form').addEventListener('submit', (event) => event.preventDefault());
async function useDemoUser() {
  const response = await fetch('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'apiuser', password: 'JaraSandbox1' }),
  });
  const answer = await response.json();
  if (response.ok) token.value = answer.token;
  tokenState.textContent = response.ok
    ? `Signed in as apiuser, with ₦${answer.user.balance.toLocaleString('en-NG', { minimumFractionDigits: 2 })} of play money.`
    : answer.msg;
}
$('demo')?.addEventListener('click', () => void useDemoUser());

function show(result, status, isGood, text) {
  const line = document.createElement('p');
  line.className = isGood ? 'status' : 'status no';
  line.textContent = status;
  const body = document.createElement('pre');
  body.tabIndex = 0;
  body.textContent = text;
  result.replaceChildren(line, body);
}

async function send(form) {
  const { method, path } = form.dataset;
  let address = path;
  for (const input of form.querySelectorAll('[data-path]')) {
    address = address.replace(`{${input.dataset.path}}`, encodeURIComponent(input.value));
  }
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll('[data-query]')) {
    if (input.value !== '') query.set(input.dataset.query, input.value);
  }
  const body = form.querySelector('[data-body]')?.value;
  const response = await fetch(query.size > 0 ? `${address}?${query.toString()}` : address, {
    method,
    headers: {
      ...(token.value.trim() === '' ? {} : { 'x-auth-token': token.value.trim() }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...('key' in form.dataset ? { 'idempotency-key': crypto.randomUUID() } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body.cancel();
    return { status: response.status, isGood: true, text: 'The stream is open; it was closed again.' };
  }
  const text = await response.text();
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // A file is shown as it is.
  }
  return { status: response.status, isGood: response.ok, text: shown };
}

async function tryCall(form) {
  const button = form.querySelector('[type=submit]');
  const result = form.querySelector('.result');
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  try {
    const { status, isGood, text } = await send(form);
    show(result, String(status), isGood, text);
  } catch {
    show(result, 'No answer', false, 'The request did not get through. Try again.');
  }
  button.removeAttribute('aria-busy');
}
for (const form of document.querySelectorAll('.try')) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void tryCall(form);
  });
}
