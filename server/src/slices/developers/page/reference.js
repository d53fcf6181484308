// Starts Scalar on the reference, in our colours, with nothing of it that speaks to anybody but this server.
const root = document.documentElement;
const isDark = () => root.dataset.theme === 'dark';

/** One client of each language that our integrators write; Scalar brings some forty. */
const shown = {
  shell: ['curl'],
  php: ['curl'],
  python: ['requests'],
  js: ['fetch'],
  csharp: ['httpclient'],
};
const brought = {
  c: ['libcurl'],
  clojure: ['clj_http'],
  csharp: ['httpclient', 'restsharp'],
  dart: ['http'],
  fsharp: ['httpclient'],
  go: ['native'],
  http: ['http1.1'],
  java: ['asynchttp', 'nethttp', 'okhttp', 'unirest'],
  js: ['axios', 'fetch', 'jquery', 'ofetch', 'xhr'],
  julia: ['http'],
  kotlin: ['okhttp'],
  node: ['axios', 'fetch', 'ofetch', 'undici'],
  objc: ['nsurlsession'],
  ocaml: ['cohttp'],
  php: ['curl', 'guzzle', 'laravel'],
  powershell: ['restmethod', 'webrequest'],
  python: ['aiohttp', 'httpx_async', 'httpx_sync', 'python3', 'requests'],
  r: ['httr', 'httr2'],
  ruby: ['native'],
  rust: ['reqwest'],
  shell: ['curl', 'httpie', 'wget'],
  swift: ['nsurlsession'],
};
const hiddenClients = Object.fromEntries(
  Object.entries(brought).map(([language, clients]) => [
    language,
    language in shown ? clients.filter((client) => !shown[language].includes(client)) : true,
  ]),
);

/** The session that the shop keeps in this browser: staff read the calls of staff too. */
async function readDocument() {
  let token = '';
  try {
    token = localStorage.getItem('token') ?? '';
  } catch {
    // Storage is closed to this page: what everybody reads is there.
  }
  const answer = await fetch('/openapi.json', { headers: token === '' ? {} : { 'x-auth-token': token } });
  return answer.json();
}
const content = await readDocument();

const configuration = () => ({
  content,
  layout: 'modern',
  theme: 'none',
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'none',
  // A token lives in the page and is gone with it.
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'token' },
  hiddenClients,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hideDarkModeToggle: true,
  forceDarkModeState: isDark() ? 'dark' : 'light',
  hideModels: true,
  defaultOpenAllTags: false,
});

document.querySelector('#reference').replaceChildren();
const reference = globalThis.Scalar.createApiReference('#reference', configuration());

const theme = document.getElementById('theme');
const nameTheme = () => {
  theme.textContent = isDark() ? 'Light' : 'Dark';
};
theme.hidden = false;
nameTheme();
theme.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  try {
    localStorage.setItem('theme', root.dataset.theme);
  } catch {
    // Storage is closed to this page: the choice lasts until it is left.
  }
  nameTheme();
  reference.updateConfiguration(configuration());
});
