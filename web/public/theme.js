// Runs before the first paint, so that neither the dark theme nor an operator's own colour flashes in late, and no banner flashes away.
// It marks the page as one with a program. A browser that is too old for the program must not understand this file either, and then
// shows what index.html says to it: the `?.` below is of Chrome 80, as is what the build writes.
(() => {
  const root = document.documentElement;
  root.dataset.script = '';
  try {
    if (localStorage.getItem('token') !== null) root.dataset.signedIn = '';
    if (localStorage.getItem('joinBannerDismissed') === 'yes') root.dataset.banner = 'dismissed';
    if (localStorage.getItem('theme') === 'dark') root.dataset.theme = 'dark';
  } catch {
    // Storage is closed to this page: the light theme stands.
  }
  if (root.dataset.theme === 'dark') {
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#0e1512');
  }
  // A ready-made page says it in its first element, since no style may stand there; the others in what they tell of the brand.
  const brand = document.getElementById('brand')?.textContent;
  const hue = brand ? JSON.parse(brand).hue : root.dataset.hue;
  if (hue !== null && hue !== undefined) {
    root.dataset.hue = hue;
    root.style.setProperty('--hue', hue);
  }
  const script = document.currentScript;
  const { oldStyles, privateScripts, dashboardScripts, typefaces } = script?.dataset || {};
  // Of whoever is signed in: the scripts that their screens share are asked for with those that the page names, not after those have run, and
  // what every such screen asks first (`profileQuery`) while they are on their way. So is what the dashboard has below its first screenful.
  const isDashboard = /^\/profile\/?$/.test(location.pathname);
  if (privateScripts && root.dataset.signedIn === '' && /^\/(profile|admin)\b/.test(location.pathname)) {
    const scripts = isDashboard ? `${privateScripts} ${dashboardScripts}` : privateScripts;
    for (const href of scripts.split(' ')) addLink({ rel: 'modulepreload', href });
    askEarly(localStorage.getItem('token'));
  }
  // On a slow line the typefaces would hold up the scripts, without which there is no word to set in them, and move what they set when they come.
  // So where one begins, that visit has the typefaces of the device; the worker brings the others for the next one. How slow it is shows in how long
  // this file was on its way.
  const isSlow = performance.getEntriesByName(script?.src)[0]?.duration > 500;
  const isBeginning = /^\/(login|profile(\/buy\w+)?)\/?$/.test(location.pathname);
  if (typefaces && isSlow && isBeginning && !navigator.serviceWorker?.controller) {
    root.dataset.typefaces = 'device';
  } else if (typefaces) {
    for (const name of typefaces.split(' '))
      addLink({ rel: 'preload', as: 'font', crossOrigin: '', href: `/fonts/${name}.woff2` });
  }
  // The styles are for Chrome 111; the build has others for older browsers. Nothing is seen before they are there.
  if (!oldStyles || CSS.supports('color', 'oklch(0 0 0)')) return;
  root.style.opacity = '0';
  const show = () => root.style.removeProperty('opacity');
  // On a line that hangs it is seen as it is: all else may be on the device.
  setTimeout(show, 4_000);
  const link = addLink({ rel: 'stylesheet', href: oldStyles });
  link.addEventListener('load', () => {
    show();
    watch(link.sheet);
  });
  link.addEventListener('error', show);

  // The program takes the answers from here (early-answers.ts), as if it had asked itself.
  function askEarly(token) {
    const given = new AbortController();
    const headers = { accept: 'application/json', 'x-auth-token': token };
    const { signal } = given;
    const check = fetch('/api/v1/auth/isTokenValid', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
      signal,
    });
    const profile = check
      .then((answer) => answer.clone().json())
      .then(({ valid }) =>
        valid ? fetch('/api/v1/auth', { headers, signal }) : Promise.reject(new Error('The session is over')),
      );
    const status = isDashboard ? fetch('/api/v1/status', { headers, signal }) : undefined;
    for (const answer of [profile, status]) answer?.catch(() => undefined);
    window.earlyAnswers = {
      token,
      askedAt: Date.now(),
      stop: () => given.abort(),
      'POST /api/v1/auth/isTokenValid': check,
      'GET /api/v1/auth': profile,
      'GET /api/v1/status': status,
    };
  }

  function addLink(attributes) {
    const added = Object.assign(document.createElement('link'), attributes);
    document.head.append(added);
    return added;
  }

  // In place of :has(): the root says which of the things that the older styles ask for are on the page.
  function watch(sheet) {
    const names = new Set();
    const read = ({ cssRules, selectorText }) => {
      for (const rule of cssRules || []) read(rule);
      for (const [, name] of (selectorText || '').matchAll(/\[data-has~="(.*?)"\]/g)) names.add(name);
    };
    read(sheet);
    const look = () => {
      const found = [...names].filter((name) => document.querySelector(name.replace(/_/g, ' ')));
      if (root.dataset.has !== found.join(' ')) root.dataset.has = found.join(' ');
    };
    look();
    new MutationObserver(look).observe(root, { childList: true, subtree: true, attributeFilter: ['open'] });
  }
})();
