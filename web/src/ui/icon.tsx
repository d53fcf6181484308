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
export function ReceiptGlyph(props: GlyphProps) {
  return (
    <Glyph {...props}>
      <path d="M5 3h14v17.5l-2.33-2-2.34 2-2.33-2-2.33 2-2.34-2-2.33 2zM9 8h6M9 12h6" />
    </Glyph>
  );
}

/** A bolt. */
export function LightGlyph(props: GlyphProps) {
  return (
    <Glyph {...props}>
      <path d="M13.5 2.5 5 13.5h6l-.5 8L19 10.5h-6z" />
    </Glyph>
  );
}

/** A stall under its awning. */
export function StallGlyph(props: GlyphProps) {
  return (
    <Glyph {...props}>
      <path d="M5 3h14l2 6H3zM5 9v12h14V9M5 15h14" />
    </Glyph>
  );
}

/** A set with its two rods. */
export function TvGlyph(props: GlyphProps) {
  return (
    <Glyph {...props}>
      <path d="M3 8h18v12H3zM12 8 8 3.5M12 8l4-4.5M17 12v.01M17 16v.01" />
    </Glyph>
  );
}

/** Two people, one in front of the other. */
export function PeopleGlyph(props: GlyphProps) {
  return (
    <Glyph {...props}>
      <path d="M9 4.5a3.25 3.25 0 1 1 0 6.5 3.25 3.25 0 0 1 0-6.5M3 20v-2.5a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4V20" />
      <path d="M15.5 4.7a3.25 3.25 0 0 1 0 6.1M18 13.8a4 4 0 0 1 3 3.7V20" />
    </Glyph>
  );
}

/** A parcel with its ribbon. */
export function GiftGlyph(props: GlyphProps) {
  return (
    <Glyph {...props}>
      <path d="M4 12h16v9H4zM3 8h18v4H3zM12 8v13M12 8C9 8 7 7 7 5.2 7 3 11 2.6 12 8c1-5.4 5-5 5-2.8C17 7 15 8 12 8" />
    </Glyph>
  );
}
