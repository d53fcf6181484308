/**
 * The page `/developers/reference`: every call of `/openapi.json`, shown by Scalar, with samples in several languages and a form to try it.
 * Its program is a file of ours, started by a file of ours, so that the policy for scripts stays as it is on every page.
 */
import type { Brand } from '@jara/contract/brand.ts';
import { html, scriptFile } from '../../platform/html.ts';
import { bar, head } from './page.ts';

export const renderReference = (brand: Brand): string =>
  html`<!doctype html>
    <html lang="en" data-theme="light">
      <head>
        ${head(brand, `Every call · ${brand.name} for developers`, 'Every call of the API, with samples, to read and to try.')}
        <link rel="stylesheet" href="/developers/reference.css" />
        ${scriptFile('/developers/scalar.js', 'defer')} ${scriptFile('/developers/reference.js', 'module')}
      </head>
      <body>
        <nav class="bar" aria-label="Documentation">${bar(brand)}</nav>
        <div id="reference">
          <p class="wait">
            The reference is on its way: about 1 MB, once. The <a href="/developers">guide</a> is light.
          </p>
        </div>
        <noscript
          ><p>
            The reference needs JavaScript. <a href="/openapi.json">/openapi.json</a> and the
            <a href="/developers">guide</a> do not.
          </p></noscript
        >
      </body>
    </html> `.text;
