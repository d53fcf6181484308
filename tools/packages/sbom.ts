/**
 * `npm run sbom`: the bill of materials in the format CycloneDX, on standard output, or in a file with `-- <file>`. It is made of the lock
 * file alone, without a network, and the same lock file gives the same bytes. `npm sbom` is not used: of what tests need as well it leaves
 * out what the product needs, React and Fastify among it, and its serial number and time are other ones each time.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { findFrom, FOLDER, usedBy, withAllTheyUse, type Entry, type Lock } from './lock-file.mjs';

/** `excluded`: it only builds and tests the product. */
type Scope = 'required' | 'optional' | 'excluded';

interface Component {
  type: 'library';
  'bom-ref': string;
  name: string;
  version: string;
  scope: Scope;
  purl: string;
  hashes?: { alg: string; content: string }[];
  licenses?: ({ expression: string } | { license: { name: string } })[];
}

export interface Bill {
  $schema: string;
  bomFormat: 'CycloneDX';
  specVersion: string;
  serialNumber: string;
  version: number;
  metadata: { component: { type: 'application'; 'bom-ref': string; name: string; version: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** Packages for building whose files go out to browsers all the same: the two typefaces and the program of the API reference. */
export const shipped: readonly string[] = [
  '@fontsource-variable/bricolage-grotesque',
  '@fontsource-variable/public-sans',
  '@scalar/fastify-api-reference',
];

const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const nameAt = (place: string, { name }: Entry): string =>
  name ?? place.slice(place.lastIndexOf(FOLDER) + FOLDER.length);
const refAt = (place: string, entry: Entry): string => `${nameAt(place, entry)}@${entry.version ?? ''}`;

/** The packages that go out to browsers, and what they need. */
const placesShipped = (lock: Lock): Set<string> =>
  withAllTheyUse(
    lock,
    shipped.map((name) => findFrom(lock, 'web', name) ?? `missing ${name}`),
  );

function scopeOf({ dev, devOptional, optional }: Entry, isShipped: boolean): Scope {
  if (isShipped) return 'required';
  if (dev === true || devOptional === true) return 'excluded';
  return optional === true ? 'optional' : 'required';
}

/** The places of what runs or goes out to browsers, with what is optional of it. */
export function placesThatRun(lock: Lock): Set<string> {
  const isShipped = placesShipped(lock);
  const places = Object.entries(lock.packages).filter(
    ([place, entry]) =>
      place !== '' && entry.link !== true && scopeOf(entry, isShipped.has(place)) !== 'excluded',
  );
  return new Set(places.map(([place]) => place));
}

/** `sha512-<base64>` as the format writes it. */
function hashesOf(integrity: string | undefined): Component['hashes'] {
  const [algorithm, hash] = integrity?.split('-', 2) ?? [];
  if (algorithm !== 'sha512' || hash === undefined) return undefined;
  return [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }];
}

/** An expression of SPDX, as most write it; anything else by the words that they have. */
const licensesOf = (license: string): NonNullable<Component['licenses']> =>
  /^\(?[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*\)?$/.test(license) && license !== 'UNLICENSED'
    ? [{ expression: license }]
    : [{ license: { name: license } }];

function componentAt(place: string, entry: Entry, isShipped: boolean): Component {
  const name = nameAt(place, entry);
  const { version = '', license } = entry;
  const hashes = hashesOf(entry.integrity);
  return {
    type: 'library',
    'bom-ref': refAt(place, entry),
    name,
    version,
    scope: scopeOf(entry, isShipped),
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(hashes !== undefined && { hashes }),
    ...(license !== undefined && { licenses: licensesOf(license) }),
  };
}

const strength: readonly Scope[] = ['required', 'optional', 'excluded'];

/** One entry for each name and version, however many places have it; the strongest scope counts. */
function componentsOf(lock: Lock): Component[] {
  const isShipped = placesShipped(lock);
  const components = new Map<string, Component>();
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (place === '' || entry.link === true) continue;
    const component = componentAt(place, entry, isShipped.has(place));
    const before = components.get(component['bom-ref']);
    if (before === undefined || strength.indexOf(component.scope) < strength.indexOf(before.scope))
      components.set(component['bom-ref'], component);
  }
  return [...components.values()].toSorted((one, other) => byText(one['bom-ref'], other['bom-ref']));
}

function dependenciesOf(lock: Lock): Bill['dependencies'] {
  const uses = new Map<string, Set<string>>();
  const refOf = (place: string): string => refAt(place, lock.packages[place] ?? {});
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (entry.link === true) continue;
    const used = uses.get(refOf(place)) ?? new Set();
    for (const found of usedBy(lock, place)) used.add(refOf(found));
    uses.set(refOf(place), used);
  }
  // The product is its workspaces.
  const product = uses.get(refOf(''));
  for (const { link, resolved } of Object.values(lock.packages))
    if (link === true && resolved !== undefined) product?.add(refOf(resolved));
  return [...uses]
    .map(([ref, used]) => ({ ref, dependsOn: [...used].toSorted(byText) }))
    .toSorted((one, other) => byText(one.ref, other.ref));
}

/** An id that says the same of the same bytes. */
function serialOf(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
  return `urn:uuid:${parts.join('-')}-${hex.slice(20, 32)}`;
}

export function billOf(lock: Lock): Bill {
  const root = lock.packages[''] ?? {};
  const content = {
    metadata: {
      component: {
        type: 'application' as const,
        'bom-ref': refAt('', root),
        name: nameAt('', root),
        version: root.version ?? '',
      },
    },
    components: componentsOf(lock),
    dependencies: dependenciesOf(lock),
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialOf(JSON.stringify(content)),
    version: 1,
    ...content,
  };
}

export const readLock = (): Lock =>
  JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as Lock; // written by npm

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const text = `${JSON.stringify(billOf(readLock()), null, 2)}\n`;
  const [, , file] = process.argv;
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}
