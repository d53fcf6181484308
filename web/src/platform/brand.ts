/** Who the shop is. The server writes it into the page; without a server (the development page) only the name stands. */
import { brandElementId, type Brand } from '@jara/contract/brand.ts';

const unbranded: Brand = {
  name: 'Jara',
  tagline: '',
  hue: null,
  officeAddress: '',
  supportPhone: '',
  supportEmail: '',
  supportChatNumber: '',
  topUpPageUrl: '',
  mode: 'sandbox',
};

function readBrand(): Brand {
  if (typeof document === 'undefined') return { ...unbranded };
  const text = document.getElementById(brandElementId)?.textContent;
  if (text === undefined || text === null || text === '') return { ...unbranded };
  return { ...unbranded, ...(JSON.parse(text) as Partial<Brand>) }; // written by our own server
}

export const brand: Brand = readBrand();

/** Where pages are written ahead, there is no page to read it from: the server hands it over. */
export function putOnBrand(own: Brand): void {
  Object.assign(brand, own);
}
