/** A QR code. Black on white in both themes, because that is what cameras read; what computes it is loaded when one is first drawn. */
import { useEffect, useState } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';

export interface QrProps {
  /** What a camera reads: an address, mostly. */
  text: string;
  /** What a screen reader hears: where the code leads to. */
  label: string;
}

/** As wide as its place, at most 12 rem. */
export function Qr({ text, label }: QrProps) {
  const [drawn, setDrawn] = useState<Drawn | 'failed'>();
  useEffect(() => {
    let isOver = false;
    draw(text).then(
      (code) => isOver || setDrawn(code),
      () => isOver || setDrawn('failed'),
    );
    return () => {
      isOver = true;
    };
  }, [text]);
  if (drawn === 'failed') {
    return <p className="text-meta text-ink-2">The code could not be drawn. Use the link instead.</p>;
  }
  if (drawn === undefined) return <Skeleton className="aspect-square w-full max-w-48" />;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawn.width} ${drawn.width}`}
      shapeRendering="crispEdges"
      className="block aspect-square w-full max-w-48"
    >
      <rect width={drawn.width} height={drawn.width} fill="#fff" />
      <path d={drawn.path} fill="#000" />
    </svg>
  );
}

interface Drawn {
  /** In modules, with the quiet zone. */
  width: number;
  path: string;
}

/** Modules of white that the standard asks for around the code. */
const quietZone = 4;

async function draw(text: string): Promise<Drawn> {
  const { correction, generate } = await import('lean-qr/nano');
  const code = generate(text, { minCorrectionLevel: correction.M });
  const places = Array.from({ length: code.size }, (_, place) => place);
  const dark = places.flatMap((y) => places.filter((x) => code.get(x, y)).map((x) => ({ x, y })));
  return {
    width: code.size + 2 * quietZone,
    path: dark.map(({ x, y }) => `M${x + quietZone} ${y + quietZone}h1v1h-1z`).join(''),
  };
}
