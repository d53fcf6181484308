import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { wholeWords } from './whole-words.ts';

it.each([
  ['Your e-mail address', 'Your [e-mail] address'],
  ['E-mail and phone', '[E-mail] and phone'],
  ['Switch off two-step login', 'Switch off [two-step] login'],
  ['Test top-up, e-mail', 'Test [top-up], [e-mail]'],
  ['abubakar-international-ventures', 'abubakar-international-ventures'],
  ['Nothing \u2013 no hyphen', 'Nothing \u2013 no hyphen'],
])('a heading has "%s" with its short words whole', (words, shown) => {
  const { container } = render(<h1>{wholeWords(words)}</h1>);
  expect(container.textContent).toBe(words);
  const whole = [...container.querySelectorAll('.whitespace-nowrap')].map(({ textContent }) => textContent);
  expect(whole).toEqual([...shown.matchAll(/\[(.+?)\]/g)].map(([, word]) => word));
});

it('leaves what is no text as it is', () => {
  const { container } = render(<h1>{wholeWords(<b>e-mail</b>)}</h1>);
  expect(container.innerHTML).toBe('<h1><b>e-mail</b></h1>');
});
