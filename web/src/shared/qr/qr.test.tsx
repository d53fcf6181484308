import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Qr } from './qr.tsx';

afterEach(cleanup);

/** The modules that are dark, as `x y`. */
async function darkModules(text: string): Promise<{ width: number; dark: Set<string> }> {
  const { container } = render(<Qr text={text} label="Your link" />);
  const drawing = await screen.findByRole('img', { name: 'Your link' });
  const steps = container.querySelector('path')?.getAttribute('d') ?? '';
  return {
    width: Number(drawing.getAttribute('viewBox')?.split(' ')[2]),
    dark: new Set([...steps.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => `${x} ${y}`)),
  };
}

it('has its finders in three corners, right way round, and the quiet zone around it', async () => {
  const { width, dark } = await darkModules('https://jara.example/register/ada');
  const first = 4;
  const last = width - 1 - first;
  const isRing = (x: number, y: number) =>
    Array.from({ length: 7 }, (_, step) => step).every(
      (step) =>
        dark.has(`${x + step} ${y}`) && dark.has(`${x} ${y + step}`) && dark.has(`${x + 6} ${y + step}`),
    );
  expect([isRing(first, first), isRing(last - 6, first), isRing(first, last - 6)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(isRing(last - 6, last - 6)).toBe(false);
  // The one module that is always dark, beside the lower left finder.
  expect(dark.has(`${first + 8} ${last - 7}`)).toBe(true);
  const places = [...dark].flatMap((place) => place.split(' ').map(Number));
  expect([Math.min(...places), Math.max(...places)]).toEqual([first, last]);
});

it('is another one for another text', async () => {
  const { dark: one } = await darkModules('https://jara.example/register/ada');
  cleanup();
  const { dark: other } = await darkModules('https://jara.example/register/obi');
  expect(one).not.toEqual(other);
});
