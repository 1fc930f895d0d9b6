import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { findPackageJSON } from 'node:module';
import os from 'node:os';
import path from 'node:path';

export interface Chromium {
  executablePath: string;
  /** For the browser process only: the npm one brings libraries that other programs must not see. */
  env?: Record<string, string>;
}

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const isWritable = (dir: string) => {
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * Unpacks the npm package once into a folder of our own. Its own function would use a shared temporary folder
 * that other users cannot read.
 */
async function unpack(manifest: string): Promise<string> {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const cache = path.resolve(import.meta.dirname, '../../../node_modules/.cache');
  // Where the packages belong to somebody else, a folder that carries our user's number.
  const dir = path.join(
    isWritable(cache) ? cache : path.join(os.tmpdir(), `vitrine-${process.getuid?.() ?? 0}`),
    `chromium-${version}`,
  );
  if (existsSync(dir)) return dir;
  const staging = `${dir}.${process.pid}`;
  mkdirSync(staging, { recursive: true, mode: 0o755 });
  const former = process.env['TMPDIR'];
  process.env['TMPDIR'] = staging;
  try {
    const { inflate } = await import('@sparticuz/chromium');
    const bin = path.join(path.dirname(manifest), 'bin');
    await Promise.all(
      ['chromium', 'al2023.tar', 'fonts.tar', 'swiftshader.tar'].map((file) =>
        inflate(path.join(bin, `${file}.br`)),
      ),
    );
  } finally {
    if (former === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = former;
  }
  chmodSync(path.join(staging, 'chromium'), 0o755);
  try {
    renameSync(staging, dir);
  } catch (fault) {
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(dir)) throw fault; // otherwise another process was first
  }
  return dir;
}

/**
 * Faces of the measures that phones and desktops have, under the names by which the shop's fallbacks ask for them
 * (`src/shell/theme/fonts.css`). Those of the machine are left out: what moves, and what fits, would depend on them.
 */
const FACES = [
  ['@expo-google-fonts/arimo', '400Regular/Arimo_400Regular.ttf', 'Arimo Regular', 'Arial'],
  ['@expo-google-fonts/arimo', '700Bold/Arimo_700Bold.ttf', 'Arimo Bold', 'Arial Bold'],
  ['@expo-google-fonts/tinos', '700Bold/Tinos_700Bold.ttf', 'Tinos Bold', 'Times New Roman Bold'],
] as const;

/** What fontconfig reads, written beside the browser. @returns its path */
function writeFaces(dir: string): string {
  const copies = path.join(dir, 'faces');
  mkdirSync(copies, { recursive: true });
  const named = FACES.map(([from, file, name, wanted]) => {
    const manifest = findPackageJSON(from, import.meta.url);
    if (!manifest) throw new Error(`${from} is not installed`);
    replace(path.join(copies, path.basename(file)), readFileSync(path.join(path.dirname(manifest), file)));
    return `<match target="scan"><test name="fullname"><string>${name}</string></test><edit name="fullname" mode="assign"><string>${wanted}</string></edit></match>`;
  });
  const conf = path.join(dir, 'faces.conf');
  replace(
    conf,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig><dir>${dir}/fonts</dir><dir>${copies}</dir><cachedir>${dir}/fontcache</cachedir>${named.join('')}</fontconfig>`,
  );
  return conf;
}
/** In one step: another process may be reading it. */
function replace(file: string, content: string | Buffer): void {
  const staging = `${file}.${process.pid}`;
  writeFileSync(staging, content);
  renameSync(staging, file);
}

const ownEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );

/** The one that CHROMIUM names. */
function named(): Chromium | undefined {
  const executablePath = process.env['CHROMIUM'];
  if (executablePath && !existsSync(executablePath))
    throw new Error(`CHROMIUM names ${executablePath}, which does not exist.`);
  return executablePath ? { executablePath } : undefined;
}

/** The one of the npm package (Linux x64). */
async function packaged(): Promise<Chromium | undefined> {
  const manifest =
    process.platform === 'linux' && process.arch === 'x64'
      ? findPackageJSON('@sparticuz/chromium', import.meta.url)
      : undefined;
  if (!manifest) return undefined;
  const dir = await unpack(manifest);
  const env = {
    ...ownEnvironment(),
    LD_LIBRARY_PATH: path.join(dir, 'al2023/lib'),
    FONTCONFIG_FILE: writeFaces(dir),
  };
  return { executablePath: path.join(dir, 'chromium'), env };
}

/** One of this machine. */
function ofMachine(): Chromium | undefined {
  const executablePath = installed.find((file) => existsSync(file));
  return executablePath ? { executablePath } : undefined;
}

/**
 * A Chromium to drive: the one that CHROMIUM names, else the one of the npm package, else an installed one.
 * @throws Error that says how to get one
 */
export async function chromium(): Promise<Chromium> {
  const found = named() ?? (await packaged()) ?? ofMachine();
  if (found) return found;
  throw new Error(
    'The journeys need a Chromium and found none. Install one (Debian: apt-get install chromium) or set CHROMIUM=/path/to/chromium.',
  );
}

/** The one of the npm package, and beside it the one that CHROMIUM names or an installed one: all that are here. */
export async function chromiums(): Promise<Chromium[]> {
  const all = [await packaged(), named() ?? ofMachine()].filter((one) => one !== undefined);
  return all.length > 0 ? all : [await chromium()];
}
