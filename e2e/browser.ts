import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/*
 * A Chromium for the tests: the one named by CHROME_PATH, else one of the machine, else the one that the packages
 * bring. The last needs nothing of the machine, neither libraries nor fonts.
 */

export interface Browser {
  executablePath: string;
  args: string[];
  /** Of those that Playwright adds. */
  ignoreDefaultArgs: string[];
  env: Record<string, string>;
}

const SYSTEM_BROWSERS = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'chromium-headless-shell',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

// It opens pages of this project only, and neither root nor a container can have the sandbox.
const ARGS = [
  '--no-sandbox',
  '--disable-setuid-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** What its processes share lies in memory where there is room, which Playwright does not count on: in files each frame is written to a disk. */
const MEMORY = { folder: '/dev/shm', bytesNeeded: 2 ** 30 };

function defaultsToIgnore(): string[] {
  const { folder, bytesNeeded } = MEMORY;
  if (!fs.existsSync(folder)) return [];
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize >= bytesNeeded ? ['--disable-dev-shm-usage'] : [];
}

export function findBrowser(): Browser {
  const installed = process.env['CHROME_PATH'] ?? SYSTEM_BROWSERS.map(findProgram).find((found) => found);
  const ignoreDefaultArgs = defaultsToIgnore();
  if (installed) return { executablePath: installed, args: ARGS, ignoreDefaultArgs, env: environment() };

  const folder = unpackedFolder();
  if (!fs.existsSync(folder)) unpack(folder);
  refuseForeignFolder(folder);
  return {
    executablePath: path.join(folder, 'chromium'),
    args: ARGS,
    ignoreDefaultArgs,
    env: {
      ...environment(),
      // Bare machines lack some libraries; these are for the browser only, Node has its own.
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    },
  };
}

function environment(): Record<string, string> {
  const set = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(set);
}

function findProgram(name: string): string | undefined {
  const folders = path.isAbsolute(name) ? [''] : (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
}

// Windows, which has no such number, has no packaged browser either.
const userId = (): number => process.getuid?.() ?? 0;

/** One per user and version: what another user has unpacked is not run. */
function unpackedFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const manifest = fs.readFileSync(path.join(path.dirname(entry), '../../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return path.join(os.tmpdir(), `jara-chromium-${version}-${userId()}`);
}

/** The folder appears under its name when it is whole: the package takes any file that is there for a good one. */
function unpack(folder: string): void {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('The packaged browser is for Linux on x64. Set CHROME_PATH to a Chromium or Chrome.');
  }
  const partial = `${folder}.${process.pid}`;
  fs.mkdirSync(partial, { mode: 0o700 });
  // In a process of its own, because importing the package changes the environment. The first setting makes it
  // unpack its libraries too, the second says where.
  const program =
    "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    env: { ...process.env, CODEBUILD_BUILD_IMAGE: 'nodejs20', TMPDIR: partial },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The packaged browser could not be unpacked: ${stderr}`);
  fs.writeFileSync(path.join(partial, 'fonts.conf'), fontsConfiguration(folder));
  if (fs.existsSync(folder)) fs.rmSync(partial, { recursive: true });
  else fs.renameSync(partial, folder);
}

/** Without a font that it finds, every text is 0 px high; the package's own file names one fixed folder. */
const fontsConfiguration = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;

function refuseForeignFolder(folder: string): void {
  const { uid, mode } = fs.lstatSync(folder);
  if (uid === userId() && (mode & 0o022) === 0) return;
  throw new Error(`${folder} belongs to somebody else; remove it or set TMPDIR.`);
}
