import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cutFonts } from './build/fonts.ts';

const server = process.env['JARA_SERVER'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    { name: 'fonts', buildStart: () => cutFonts(join(import.meta.dirname, 'public')) },
    tailwindcss(),
    react(),
  ],
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/hooks', '/events', '/openapi.json', '/developers'].map((path) => [path, server]),
    ),
  },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
