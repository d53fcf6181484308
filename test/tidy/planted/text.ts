import { lines, spell, type Planted } from './planted.ts';

export const plantedText: Planted[] = [
  {
    rule: 'nothing is left to be done later',
    files: { 'web/src/platform/send.ts': lines('const one = 1;', spell('// TO', 'DO: retry')) },
    finds: ['web/src/platform/send.ts:2'],
  },
  {
    rule: 'no path of a machine',
    files: {
      'tools/setup.mjs': lines(spell("const here = '/ho", "me/ada/jara';"), "const state = '/var/lib';"),
      'docs/operations.md': spell('cd /wo', 'rk/jara'),
    },
    finds: ['docs/operations.md:1', 'tools/setup.mjs:1'],
  },
  {
    rule: 'no address of a package host',
    files: {
      'package-lock.json': lines(
        '"resolved": "contract",',
        spell('"resolved": "ht', 'tp://127.0.0.1/pg.tgz",'),
      ),
      '.npmrc': spell('proxy=http://nex', 'us.shop.example/npm'),
    },
    finds: ['.npmrc:1', 'package-lock.json:2'],
  },
  {
    rule: 'no secret',
    files: { 'server/src/config.ts': spell("const key = 'sk_li", "ve_4242';") },
    finds: ['server/src/config.ts:1'],
  },
  {
    rule: 'texts speak of the product',
    files: { 'README.md': lines('Jara sells airtime.', spell('Written for is', 'sue 2.')) },
    finds: ['README.md:2'],
  },
  {
    rule: 'no invisible or trailing characters',
    files: { 'web/src/platform/send.ts': lines('const a = 1; ', 'const b = 2;', `const c = '\u200b';`) },
    finds: ['web/src/platform/send.ts:1', 'web/src/platform/send.ts:3'],
  },
  {
    rule: 'no lookbehind in a browser',
    files: {
      'web/src/platform/send.ts': lines('words.split(/(?<= )/);', 'words.match(/(?<year>\\d+)(?= )/);'),
      'web/public/theme.js': String.raw`name.replace(/(?<!\w)x/, '');`,
      'contract/src/phone.ts': String.raw`text.match(/(?<=\+)\d+/);`,
      'web/src/shared/when.test.ts': 'words.split(/(?<= )/);',
      'web/build/fonts.ts': 'words.split(/(?<= )/);',
    },
    finds: ['contract/src/phone.ts:1', 'web/public/theme.js:1', 'web/src/platform/send.ts:1'],
  },
];
