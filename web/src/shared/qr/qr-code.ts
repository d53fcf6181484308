/** Computes QR codes; what computes them is loaded with the first one. */

export interface QrCode {
  /** In modules, with the quiet zone. */
  width: number;
  /** The modules that are dark. */
  dark: { x: number; y: number }[];
}

/** Modules of white that the standard asks for around the code. */
export const quietZone = 4;

/** `text` is what a camera reads: an address, mostly. */
export async function qrCode(text: string): Promise<QrCode> {
  const { correction, generate } = await import('lean-qr/nano');
  const code = generate(text, { minCorrectionLevel: correction.M });
  const places = Array.from({ length: code.size }, (_, place) => place);
  const dark = places.flatMap((y) =>
    places.filter((x) => code.get(x, y)).map((x) => ({ x: x + quietZone, y: y + quietZone })),
  );
  return { width: code.size + 2 * quietZone, dark };
}
