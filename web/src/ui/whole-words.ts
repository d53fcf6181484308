/** The words of a heading, in which a short one with a hyphen, such as `e-mail`, is not broken in two. */
import { createElement, Fragment, type ReactNode } from 'react';

/** A longer one, such as the name of a user, may be wider than the screen: it breaks where it must. */
const withHyphen = /(\b\w{1,3}-\w{1,8}\b)/;

export function wholeWords(words: ReactNode): ReactNode {
  if (typeof words !== 'string') return words;
  const parts = words
    .split(withHyphen)
    .map((part, place) =>
      place % 2 === 0 ? part : createElement('span', { className: 'whitespace-nowrap' }, part),
    );
  return createElement(Fragment, null, ...parts);
}
