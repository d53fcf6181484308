/** What a picture shows. */
import type { Page } from '@playwright/test';

export interface Pixels {
  width: number;
  height: number;
  /** Four for each pixel: RGBA. */
  bytes: Buffer;
}

/** Of a file of a picture; the page draws it. */
export async function pixelsOf(page: Page, picture: Buffer): Promise<Pixels> {
  const { width, height, base64 } = await page.evaluate<{ width: number; height: number; base64: string }>(`
    (async () => {
      const file = new Blob([Uint8Array.from(atob('${picture.toString('base64')}'), (letter) => letter.charCodeAt(0))]);
      const drawn = await createImageBitmap(file);
      const { width, height } = drawn;
      const pen = new OffscreenCanvas(width, height).getContext('2d');
      pen.drawImage(drawn, 0, 0);
      const { data } = pen.getImageData(0, 0, width, height);
      return { width, height, base64: btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join('')) };
    })()
  `);
  return { width, height, bytes: Buffer.from(base64, 'base64') };
}
