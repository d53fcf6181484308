import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';

/** Takes what the address brings (`?userName=ada`) over into a form, and leaves the address bare: a reload keeps what was typed since. */
export function useFilledIn(field: string, fill: (text: string) => void): void {
  const [search, setSearch] = useSearchParams();
  const given = search.get(field);
  const take = useEffectEvent((text: string) => {
    fill(text);
    const others = new URLSearchParams(search);
    others.delete(field);
    setSearch(others, { replace: true });
  });
  useEffect(() => {
    if (given !== null) take(given);
  }, [given]);
}
