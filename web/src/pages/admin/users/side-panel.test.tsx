import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { SidePanel, type SidePanelProps } from './side-panel.tsx';

afterEach(cleanup);

const calls = () => ({
  onClose: vi.fn<() => void>(),
  onNext: vi.fn<() => void>(),
  onPrevious: vi.fn<() => void>(),
});
/** A list with one row, and the panel beside it unless `title` is null. */
const panel = (
  props: Pick<SidePanelProps, 'onClose' | 'onNext' | 'onPrevious'>,
  title: string | null = 'bola',
) => (
  <>
    <button type="button">A row</button>
    {title !== null && (
      <SidePanel {...props} title={title} footer={<button type="button">Act</button>}>
        <textarea aria-label="New note" />
      </SidePanel>
    )}
  </>
);

it('leads to the row before and after by key and by button, and closes', async () => {
  const on = calls();
  render(panel(on));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'bola' }));
  await userEvent.keyboard('jjk{Escape}');
  expect([on.onNext, on.onPrevious, on.onClose].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 1]);
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect([on.onNext, on.onPrevious, on.onClose].map(({ mock }) => mock.calls.length)).toEqual([3, 2, 2]);
});

it('takes letters for letters in a field, and with another key for that key', async () => {
  const on = calls();
  render(panel(on));
  await userEvent.type(screen.getByLabelText('New note'), 'jk{Escape}');
  expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('jk');
  screen.getByRole('heading', { name: 'bola' }).focus();
  await userEvent.keyboard('{Control>}j{/Control}');
  for (const { mock } of Object.values(on)) expect(mock.calls).toEqual([]);
});

it('has the focus when another row was pressed, leaves it on its own button, and gives it back', async () => {
  const on = { ...calls(), onPrevious: undefined };
  const row = () => screen.getByRole('button', { name: 'A row' });
  const { rerender } = render(panel(on, null));
  row().focus();
  rerender(panel(on));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  rerender(panel(on, 'chidi'));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }));
  // Nothing is before it.
  expect(screen.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await userEvent.click(row());
  rerender(panel(on, 'dayo'));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'dayo' }));
  rerender(panel(on, null));
  expect(document.activeElement).toBe(row());
});
