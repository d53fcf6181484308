import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './build/compress.ts';
import { cutFonts } from './build/fonts.ts';

const server = process.env['JARA_SERVER'] ?? 'http://127.0.0.1:3000';
const here = import.meta.dirname;

/**
 * Few files instead of many tiny ones: the libraries, what the public pages share, and the counter: the dashboard and buying with all
 * that they need. Together they weigh less than apart.
 * A part that is not named here as public stays away from the public pages.
 */
const publicParts =
  'broken|chat-link|join-banner|ledger-screen|load-failure|naira|network-mark|phone-field|plan-row|public-shell|sandbox-strip|screen|slip|theme-choice|wordmark';
const groups = [
  // What draws QR codes is loaded with the first of them.
  { name: 'vendor', test: /node_modules\/(?!lean-qr\/)|vite\/preload-helper/ },
  { name: 'kit', test: new RegExp(`/contract/src/|/web/src/(ui/|parts/(${publicParts})\\.|[a-z]+\\.ts$)`) },
  { name: 'shop', test: /\/web\/src\/(parts\/|screens\/profile\/(dashboard|buy-))/ },
];

export default defineConfig({
  root: here,
  plugins: [
    { name: 'fonts', buildStart: () => cutFonts(join(here, 'public')) },
    tailwindcss(),
    react(),
    { name: 'compress', apply: 'build', closeBundle: () => compressFiles(join(here, 'dist')) },
  ],
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/hooks', '/events', '/openapi.json', '/developers'].map((path) => [path, server]),
    ),
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
