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
})();
