/** The kill switch of the service worker: the server writes it into each page. */
import { workerMetaName } from '@jara/contract/brand.ts';

export const isWorkerOff = (): boolean =>
  document.querySelector(`meta[name="${workerMetaName}"][content="off"]`) !== null;
