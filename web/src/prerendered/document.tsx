/** The HTML around a ready-made page: what search engines and shared links read, the styles, the fonts, and one small script. */
import type { ReactNode } from 'react';
import { brand } from '../platform/brand.ts';

/** The addresses of the built styles and of the script; the build writes them in. */
declare const pageStyles: readonly string[];
declare const pageOldStyles: string;
declare const pageScript: string;

const fonts = ['public-sans', 'bricolage', 'public-sans-naira', 'bricolage-naira'];

export function PageDocument({
  title,
  description,
  address,
  isIndexed = true,
  reloadSeconds,
  children,
}: {
  title: string;
  description: string;
  address: string;
  /** By search engines, and shown where its link is shared. */
  isIndexed?: boolean;
  /** After so long it is asked for again, also without a script. */
  reloadSeconds?: number | undefined;
  children: ReactNode;
}) {
  return (
    <html lang="en" data-theme="light" data-hue={brand.hue ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="description" content={description} />
        {reloadSeconds !== undefined && <meta httpEquiv="refresh" content={String(reloadSeconds)} />}
        {isIndexed && <link rel="canonical" href={address} />}
        <meta name="robots" content={isIndexed ? 'index, follow' : 'noindex'} />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={brand.name} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={address} />
        <meta property="og:image" content={new URL('/icons/icon-512.png', address).href} />
        <meta name="theme-color" content="#fbfaf7" />
        <script src="/theme.js" data-old-styles={pageOldStyles} />
        {pageStyles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {fonts.map((name) => (
          <link
            key={name}
            rel="preload"
            href={`/fonts/${name}.woff2`}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/icon-192.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <script type="module" src={pageScript} />
      </head>
      <body>{children}</body>
    </html>
  );
}
