import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './build/compress.ts';
import { cutFonts } from './build/fonts.ts';
import { serveLikeTheServer } from './build/dev.ts';
import { slimIcons } from './build/lucide-icons.ts';
import { drawIcons } from './build/icons.ts';
import { listScreenFiles } from './build/manifest.ts';
import { buildOldStyles } from './build/old-styles.ts';
import { writeOldSyntax } from './build/old-syntax.ts';
import { namePrivateScripts } from './build/page-attributes.ts';
import { buildPages } from './build/pages.ts';
import { bringScalar } from './build/scalar.ts';
import { buildWorker, nameTheme } from './build/worker.ts';

const here = import.meta.dirname;

/**
 * A few shared files instead of many tiny ones, because together they weigh less: the libraries (`vendor`); the kit, which the public and
 * the private screens share; the dashboard and buying with all that they need (`shop`); what the receipt has in common with
 * screens of staff, so that these do not load it for that (`small`); what the dashboard has below its first screenful (`below`), which is asked
 * for with the others; the receipt, which is needed after that (`later`); logging in; and what lists have around them (`list`). Whatever these do not reach belongs to the screens that use it.
 */
const groups = [
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\/|vite\/preload-helper/,
  },
  {
    name: 'kit',
    test: /\/web\/src\/(app\/main\.|platform\/queries\.|ui\/(button|choice|field|notice|skeleton)\.|features\/shell\/(broken|sandbox-strip|theme-choice|wordmark)\.|shared\/((chat-link|screen|receipt-card|when)|forms\/(code-field|phone-field))\.)/,
  },
  {
    name: 'shop',
    test: /\/web\/src\/(features\/shell\/private-shell\.|pages\/profile\/(dashboard\/[\w-]+\.|buy-)|ui\/sparkline\.)|lucide-react\/.*\/(copy|external-link|share-2)\./,
  },
  {
    name: 'below',
    test: /\/web\/src\/(features\/buying\/service-troubles\.|pages\/profile\/dashboard\/later\/(below|more|sandbox-numbers)\.)/,
  },
  {
    name: 'small',
    test: /\/contract\/src\/(digits|reference)\.|\/web\/src\/(features\/receipt\/receipt-print\.|shared\/(copy|forms\/digits-fix)\.|ui\/text-area\.)|lucide-react\/.*\/(chevron-down|mail|printer|user-round-plus)\./,
  },
  {
    name: 'later',
    test: /\/web\/src\/features\/receipt\/receipt-view\./,
  },
  {
    name: 'login',
    test: /\/web\/src\/(features\/shell\/public-shell\.|shared\/form-screen\.|pages\/public\/(login|register)\.|pages\/public\/register\/register\.)/,
  },
  {
    name: 'list',
    test: /\/web\/src\/(shared\/(lists\/|search-filters\.)|ui\/(debounced-field|pager|table)\.)/,
  },
];

async function drawPublicFiles(folder: string): Promise<void> {
  await cutFonts(folder);
  await drawIcons(folder);
}

async function finishBuild(styles: readonly string[]): Promise<void> {
  const oldStyles = await buildOldStyles(here, styles);
  await namePrivateScripts(here);
  await buildPages(here, styles, oldStyles);
  await buildWorker(here, oldStyles);
  await compressFiles(join(here, 'dist'));
}

export default defineConfig({
  root: here,
  plugins: [
    {
      name: 'drawn',
      buildStart: () => drawPublicFiles(join(here, 'public')),
      transformIndexHtml: { order: 'post', handler: (html) => nameTheme(html, join(here, 'public')) },
    },
    tailwindcss(),
    react(),
    slimIcons(here),
    writeOldSyntax(),
    bringScalar(),
    listScreenFiles(here, finishBuild),
    serveLikeTheServer(process.env['JARA_SERVER'] ?? 'http://127.0.0.1:3000'),
  ],
  // By itself it takes the router's build for development, which has warnings that nobody reads here.
  resolve: {
    alias: [
      {
        find: /^react-router$/,
        replacement: join(here, '../node_modules/react-router/dist/production/index.mjs'),
      },
    ],
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { minify: { mangle: true, compress: { target: 'es2020' } }, codeSplitting: { groups } },
    },
  },
});
