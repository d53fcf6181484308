/** A QR code. Black on white in both themes, because that is what cameras read. */
import { useEffect, useState } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { qrCode, type QrCode } from './qr-code.ts';

export interface QrProps {
  /** What a camera reads: an address, mostly. */
  text: string;
  /** What a screen reader hears: where the code leads to. */
  label: string;
}

/** As wide as its place, at most 12 rem. */
export function Qr({ text, label }: QrProps) {
  const [drawn, setDrawn] = useState<QrCode | 'failed'>();
  useEffect(() => {
    let isOver = false;
    qrCode(text).then(
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
      <path d={drawn.dark.map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join('')} fill="#000" />
    </svg>
  );
}
