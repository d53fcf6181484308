import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Tabs } from './tabs.tsx';

const tabs = ['MTN', 'GLO', 'AIRTEL'].map((value) => ({ value, label: value }));

function Index() {
  const [value, setValue] = useState<string | null>(null);
  return (
    <Tabs label="Network" tabs={tabs} value={value} onChange={setValue}>
      {value ?? 'none'}
    </Tabs>
  );
}

afterEach(cleanup);

it('may start with no tab, and the arrow keys go round', async () => {
  render(<Index />);
  expect(screen.getByRole('tabpanel').textContent).toBe('none');
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('MTN');
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('AIRTEL');
  expect(document.activeElement?.textContent).toBe('AIRTEL');
  await userEvent.keyboard('{Home}');
  expect(screen.getByRole('tabpanel', { name: 'MTN' }).textContent).toBe('MTN');
});
