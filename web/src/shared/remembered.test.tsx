// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { signedIn, user } from '../../test/people.ts';
import { endSession, startSession } from '../platform/session.ts';
import { useRemembered } from './remembered.ts';

const comesBack = (userId: string) => startSession(signedIn({ user: user({ _id: userId }) }));
const pins = () => renderHook(() => useRemembered('sellPins', 'none')).result.current[0];
function choose(pinned: string): void {
  const { result } = renderHook(() => useRemembered('sellPins', 'none'));
  act(() => result.current[1](pinned));
}

afterEach(() => {
  cleanup();
  endSession();
  localStorage.clear();
});

describe('what somebody chose', () => {
  it('is there when they are back after their session ended', () => {
    comesBack('ada');
    choose('12 7');
    endSession();
    comesBack('ada');
    expect(pins()).toBe('12 7');
  });

  it('is nobody else’s on the same device, and theirs again after somebody else chose', () => {
    comesBack('ada');
    choose('12 7');
    comesBack('bola');
    expect(pins()).toBe('none');
    choose('3');
    comesBack('ada');
    expect(pins()).toBe('12 7');
  });

  it('leaves the other choices of the same person', () => {
    comesBack('ada');
    choose('12 7');
    const { result } = renderHook(() => useRemembered('sellTab', 'data'));
    act(() => result.current[1]('airtime'));
    expect(pins()).toBe('12 7');
  });

  it('is of the eight who chose last', () => {
    for (let person = 1; person <= 8; person += 1) {
      comesBack(`u${person}`);
      choose(String(person));
    }
    comesBack('u1');
    choose('1 again');
    comesBack('u9');
    choose('9');
    expect(pins()).toBe('9');
    comesBack('u1');
    expect(pins()).toBe('1 again');
    comesBack('u2');
    expect(pins()).toBe('none');
  });

  it('is not written of nobody', () => {
    choose('12');
    expect(localStorage.getItem('choices')).toBeNull();
  });

  it.each(['', '{', '{}', '[null]', '[["ada"]]', '[["ada",null]]', '"text"'])(
    'that cannot be read (%s) is none, and is chosen anew',
    (text) => {
      localStorage.setItem('choices', text);
      comesBack('ada');
      expect(pins()).toBe('none');
      choose('5');
      expect(pins()).toBe('5');
    },
  );
});
