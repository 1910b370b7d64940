import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

import { extract } from 'tar-fs';

const inflate = (file: string, target: NodeJS.WritableStream): Promise<void> =>
  pipeline(createReadStream(file), createBrotliDecompress(), target);

const fontsConfig = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`;

/** A folder that only this user can write to, for files that can be made again. */
const cacheFolder = async (
  env: Readonly<Record<string, string | undefined>>,
  fallback: string,
): Promise<string> => {
  const candidates = [env['XDG_CACHE_HOME'], join(homedir(), '.cache')];
  for (const parent of candidates) {
    if (parent === undefined || parent === '') continue;
    const folder = join(parent, 'platform-chromium');
    if ((await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => null)) !== null) return folder;
  }
  // Anybody can write to the temporary folder, so a folder somebody else made there is refused.
  const folder = join(fallback, `platform-chromium-${String(process.getuid?.() ?? 0)}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid } = await lstat(folder);
  if (uid !== process.getuid?.()) throw new Error(`${folder} belongs to another user.`);
  return folder;
};

/**
 * Unpacks the npm package's Chromium (210 MB) once per version and user, and returns its folder.
 * Without a writable folder of the user’s it goes to `fallback`. Processes that do so at the same
 * time each unpack their own copy; the first to finish wins.
 */
export const unpackChromium = async (
  source: string,
  env: Readonly<Record<string, string | undefined>>,
  fallback: string,
): Promise<string> => {
  const { size, mtimeMs } = await stat(join(source, 'chromium.br'));
  const version = createHash('sha256')
    .update(`${source} ${String(size)} ${String(mtimeMs)}`)
    .digest('hex')
    .slice(0, 16);
  const parent = await cacheFolder(env, fallback);
  const folder = join(parent, version);
  const isThere = (): Promise<boolean> =>
    stat(join(folder, 'chromium')).then(
      () => true,
      () => false,
    );
  if (await isThere()) return folder;
  const work = await mkdtemp(join(parent, 'unpacking-'));
  try {
    await Promise.all([
      inflate(join(source, 'chromium.br'), createWriteStream(join(work, 'chromium'), { mode: 0o700 })),
      ...['al2023', 'fonts', 'swiftshader'].map((name) =>
        inflate(join(source, `${name}.tar.br`), extract(work)),
      ),
    ]);
    await writeFile(join(work, 'fonts.conf'), fontsConfig(folder));
    await rename(work, folder);
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    if (!(await isThere())) throw error;
  }
  return folder;
};
