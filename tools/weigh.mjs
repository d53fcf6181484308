import fs from 'node:fs';
import path from 'node:path';
import { root } from './checkout.mjs';
import { setUp } from './setup.mjs';

/*
 * npm run weigh: what a phone has to fetch, packed as it travels, against its limits. Sizes are exact, so this fails when one is broken.
 * 1 kB is 1,000 bytes.
 */

const dist = path.join(root, 'web/dist');
const LIMITS_KB = { page: 10, shop: 122, screen: 25, admin: 205, styles: 18, firstVisit: 250 };
/** What is there when the dashboard stands and buying begins. */
const SHOP = [
  'src/app/main.tsx',
  'src/features/shell/private-shell.tsx',
  'src/pages/profile/dashboard/dashboard.tsx',
  'src/pages/profile/dashboard/buy-box.tsx',
  'src/pages/profile/buy-data.tsx',
  'src/pages/profile/buy-airtime.tsx',
];
/** What the first page asks for besides script and styles. */
const FIRST_FILES = [
  'index.html',
  'theme.js',
  'favicon.svg',
  'manifest.webmanifest',
  ...['public-sans', 'public-sans-naira', 'bricolage', 'bricolage-naira'].map(
    (name) => `fonts/${name}.woff2`,
  ),
];

await setUp({ build: 'when-changed' });

/** @type {Record<string, string[]>} */
const screens = JSON.parse(fs.readFileSync(path.join(dist, '.vite/screens.json'), 'utf8'));
const isStyle = (file) => file.endsWith('.css');
const isScript = (file) => file.endsWith('.js');
const filesOf = (modules) => new Set(modules.flatMap((name) => screens[name] ?? missing(name)));

const shop = filesOf(SHOP);
const all = filesOf(Object.keys(screens));
const page = fs
  .readdirSync(path.join(dist, 'assets'))
  .filter((name) => /^enhance-.*\.js$/.test(name))
  .map((name) => `assets/${name}`);
/** The screens and their parts. What a press alone brings, such as the reader of a CSV file, is a module without a component. */
const admin = filesOf([
  ...SHOP,
  ...Object.keys(screens).filter((name) => /^src\/pages\/admin\/.*\.tsx$/.test(name)),
]);

const rows = [
  row('landing page, script', LIMITS_KB.page, ['theme.js', ...page]),
  row('dashboard and buying, script', LIMITS_KB.shop, [...shop].filter(isScript)),
  row('administration in all, script', LIMITS_KB.admin, [...admin].filter(isScript)),
  row('styles in all', LIMITS_KB.styles, [...all].filter(isStyle)),
  row('first visit, files', LIMITS_KB.firstVisit, [...shop, ...FIRST_FILES]),
  ...Object.entries(screens)
    .filter(([name]) => !SHOP.includes(name))
    .map(([name, files]) =>
      row(
        name.replace(/^src\//, ''),
        LIMITS_KB.screen,
        files.filter((file) => isScript(file) && !shop.has(file)),
      ),
    )
    .sort((one, other) => other.kb - one.kb),
];

for (const { title, kb, limitKb } of rows) {
  console.log(
    `${kb > limitKb ? 'FAILED' : 'ok    '}  ${kb.toFixed(1).padStart(6)} kB of ${String(limitKb).padStart(3)}  ${title}`,
  );
}
process.exit(rows.some(({ kb, limitKb }) => kb > limitKb) ? 1 : 0);

function row(title, limitKb, files) {
  return { title, limitKb, kb: files.reduce((sum, file) => sum + weightOf(file), 0) / 1_000 };
}

/** In bytes, as the server sends it: packed where the build has packed it. */
function weightOf(file) {
  const packed = path.join(dist, `${file}.br`);
  return fs.statSync(fs.existsSync(packed) ? packed : path.join(dist, file)).size;
}

/** @returns {never} */
function missing(name) {
  throw new Error(`${name} is not in the build: has it moved?`);
}
