/** What somebody chose last, for the next time: it stays on the device until they log out. */
import { useState } from 'react';
import { ownPrefix, readLocal, writeLocal } from '../platform/local-storage.ts';

type Name =
  'buyTab' | 'dataType' | 'meter' | 'priceNetwork' | 'sellTab' | 'sellNetwork' | 'sellPins' | 'totals';

/** What is kept may be of another time: whoever offers the choice looks whether it still exists. */
export function useRemembered(name: Name, first: string): [string, (value: string) => void] {
  const key = ownPrefix + name;
  const [value, setValue] = useState(() => readLocal(key) ?? first);
  const choose = (next: string) => {
    setValue(next);
    writeLocal(key, next);
  };
  return [value, choose];
}
