import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { SidePanel } from './side-panel.tsx';

afterEach(cleanup);

const all = ['bola', 'chidi', 'dayo'];
/** All that was asked for, in its order. */
let asked: string[] = [];

/** A list with one field, the panel beside it, and what stands outside of both. Whoever asks for another row waits until it is shown. */
function List({ first, among, follows }: { first: string | null; among: string[]; follows: boolean }) {
  const [opened, setOpened] = useState(first);
  return (
    <>
      <button type="button">Elsewhere</button>
      <div>
        <input aria-label="Filter" />
        {all.map((name) => (
          <p key={name} data-row={name} aria-current={name === opened || undefined}>
            <button type="button" onClick={() => setOpened(name)}>
              {`Row ${name}`}
            </button>
          </p>
        ))}
        {opened !== null && (
          <SidePanel
            title={opened}
            of={opened}
            among={among}
            onOpen={(row) => {
              asked.push(row);
              if (follows) setOpened(row);
            }}
            onClose={() => setOpened(null)}
            footer={<button type="button">Act</button>}
          >
            <textarea aria-label="New note" />
            <dialog open>
              <button type="button">In a form</button>
            </dialog>
          </SidePanel>
        )}
      </div>
    </>
  );
}

const opens = (first: string | null = 'bola', { among = all, follows = true } = {}) => {
  asked = [];
  render(<List first={first} among={among} follows={follows} />);
};
const button = (name: string) => screen.getByRole('button', { name });
const title = () => screen.queryByRole('heading')?.textContent;
const press = (on: Element, key: string) => fireEvent.keyDown(on, { key });

it('leads to the row before and after by key and by button, and closes', async () => {
  opens();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'bola' }));
  await userEvent.keyboard('jJk');
  await userEvent.click(button('Next'));
  await userEvent.click(button('Previous'));
  expect(asked).toEqual(['chidi', 'dayo', 'chidi', 'dayo', 'chidi']);
  await userEvent.keyboard('{Escape}');
  expect(title()).toBeUndefined();
  await userEvent.click(button('Row dayo'));
  await userEvent.click(button('Close'));
  expect(title()).toBeUndefined();
});

it('is not modal: it has the role, and no more', () => {
  opens();
  const panel = screen.getByRole('dialog', { name: 'bola' });
  expect(panel.matches('dialog')).toBe(false);
  expect(panel.getAttribute('aria-modal')).toBeNull();
});

it('takes keys from the list too, not from elsewhere, from fields or from a form over it', async () => {
  opens();
  press(button('Row dayo'), 'j');
  expect(asked).toEqual(['chidi']);
  for (const other of [button('Elsewhere'), screen.getByLabelText('Filter'), button('In a form')]) {
    for (const key of ['j', 'k', 'Escape']) press(other, key);
  }
  await userEvent.type(screen.getByLabelText('New note'), 'jk{Escape}');
  expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('jk');
  screen.getByRole('heading', { name: 'chidi' }).focus();
  await userEvent.keyboard('{Control>}j{/Control}{Alt>}j{/Alt}{Meta>}j{/Meta}');
  expect([asked, title()]).toEqual([['chidi'], 'chidi']);
});

it('goes on from what was asked for last, though that is not shown yet', () => {
  opens('bola', { follows: false });
  for (const key of ['j', 'j', 'j', 'k']) press(button('Row bola'), key);
  expect(asked).toEqual(['chidi', 'dayo', 'chidi']);
});

it('goes nowhere at the ends of the list, and from what the list does not have', async () => {
  opens('dayo');
  expect(button('Next').getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button('Next'));
  cleanup();
  opens('somebody', { among: ['bola'] });
  for (const turn of ['Next', 'Previous']) {
    expect(button(turn).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button(turn));
  }
  expect(asked).toEqual([]);
});

it('has the focus when another row was pressed, leaves it on its own button, and gives it to the row', async () => {
  opens(null);
  await userEvent.click(button('Row bola'));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'bola' }));
  await userEvent.click(button('Next'));
  expect([document.activeElement, title()]).toEqual([button('Next'), 'chidi']);
  await userEvent.click(button('Row dayo'));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'dayo' }));
  await userEvent.keyboard('k{Escape}');
  expect(document.activeElement).toBe(button('Row chidi'));
  // Who has it in the list keeps it.
  await userEvent.click(button('Row bola'));
  button('Row dayo').focus();
  await userEvent.keyboard('{Escape}');
  expect([document.activeElement, title()]).toEqual([button('Row dayo'), undefined]);
});
