/** The icons of the kit, drawn with one pen: 24 units, 1.75 stroke, square caps. Other icons come from lucide through `pen`. */
import type { ReactNode, SVGProps } from 'react';

/** Give these to a lucide icon, so that its stroke matches ours. */
export const pen = {
  strokeWidth: 1.75,
  strokeLinecap: 'square',
  'aria-hidden': true,
  focusable: false,
} as const;

type GlyphProps = SVGProps<SVGSVGElement> & { size?: number };

function Glyph({ size = 24, children, ...rest }: GlyphProps & { children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinejoin="round"
      {...pen}
      {...rest}
    >
      {children}
    </svg>
  );
}

/** A handset with one wave. */
export function AirtimeGlyph(props: GlyphProps) {
  return (
    <Glyph {...props}>
      <path d="M5 3h8v18H5zM8 18h2" />
      <path d="M16.5 8.5a5 5 0 0 1 0 7M19.5 6a8.5 8.5 0 0 1 0 12" />
    </Glyph>
  );
}

/** Two arrows of traffic between rules. */
export function DataGlyph(props: GlyphProps) {
  return (
    <Glyph {...props}>
      <path d="M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4" />
    </Glyph>
  );
}

/** A purse with its clasp. */
export function WalletGlyph(props: GlyphProps) {
  return (
    <Glyph {...props}>
      <path d="M3 7h18v13H3zM3 7l12-3v3M21 11.5h-5v4h5" />
    </Glyph>
  );
}

/** A slip with its torn edge. */
export function SlipGlyph(props: GlyphProps) {
  return (
    <Glyph {...props}>
      <path d="M5 3h14v17.5l-2.33-2-2.34 2-2.33-2-2.33 2-2.34-2-2.33 2zM9 8h6M9 12h6" />
    </Glyph>
  );
}
