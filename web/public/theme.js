// Runs before the first paint, so that neither the dark theme nor an operator's own colour flashes in late.
(() => {
  const root = document.documentElement;
  try {
    if (localStorage.getItem('theme') === 'dark') root.dataset.theme = 'dark';
  } catch {
    // Storage is closed to this page: the light theme stands.
  }
  if (root.dataset.theme === 'dark') {
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#0e1512');
  }
  const brand = document.getElementById('brand')?.textContent;
  const hue = brand ? JSON.parse(brand).hue : null;
  if (typeof hue === 'number') {
    root.dataset.hue = '';
    root.style.setProperty('--hue', String(hue));
  }
})();
