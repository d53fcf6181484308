/** The page `/developers`: the guide. What each call takes and gives stands in the reference beside it. */
import { brandElementId, type Brand } from '@jara/contract/brand.ts';
import { html, joined, jsonElement, scriptFile, type Html } from '../../platform/html.ts';
import { chapters } from './guide.ts';

/** What stands in the head of both pages. */
export const head = (brand: Brand, title: string, description: string): Html =>
  html`<meta charset="utf-8" />
    <title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="${description}" />
    <meta name="theme-color" content="#fbfaf7" />
    ${jsonElement(brandElementId, brand)} ${scriptFile('/theme.js')}
    <link rel="preload" href="/fonts/public-sans.woff2" as="font" type="font/woff2" crossorigin />
    <link rel="preload" href="/fonts/bricolage.woff2" as="font" type="font/woff2" crossorigin />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />`;

/** What stands in the bar above. */
export const bar = (brand: Brand): Html =>
  html`<a class="home" href="/">${brand.name}</a
    ><span class="for"><a href="/developers">for developers</a></span
    >${brand.mode === 'sandbox' ? html`<span class="mode">Sandbox</span>` : null}<button
      type="button"
      id="theme"
      hidden
    >
      Dark
    </button>`;

export function renderGuide(brand: Brand, origin: string): string {
  const isSandbox = brand.mode === 'sandbox';
  const guide = chapters(origin, isSandbox);
  const links = [
    ...guide.map(({ id, title }) => html`<a href="#${id}">${title}</a>`),
    html`<a class="apart" href="/developers/reference">Every call</a>`,
  ];
  return html`<!doctype html>
    <html lang="en" data-theme="light">
      <head>
        ${head(
          brand,
          `${brand.name} for developers`,
          'Airtime, data and electricity by API: authentication, idempotency, outcomes and webhooks.',
        )}
        <link rel="stylesheet" href="/developers/style.css" />
        ${scriptFile('/developers/page.js', 'module')}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the guide</a>
        <header class="bar">${bar(brand)}</header>
        <div class="page">
          <nav class="contents" aria-label="On this page">
            <details id="contents" open>
              <summary>On this page</summary>
              <div>${joined(links, '\n')}</div>
            </details>
          </nav>
          <main id="main">
            <h1>Sell airtime, data and light from your own program</h1>
            <p class="lead">
              One JSON API at <code>${origin}/api/v1</code>.
              <a href="/developers/reference">Every call</a> has a page to read it, with samples, and to try
              it${isSandbox ? ' on this sandbox' : null}. For programs the same is
              <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).
            </p>
            ${joined(
              guide.map(
                ({ id, title, body }) =>
                  html`<section id="${id}">
                    <h2>${title}</h2>
                    ${body}
                  </section>`,
              ),
              '\n',
            )}
          </main>
        </div>
      </body>
    </html> `.text;
}
