import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { zipSync } from 'fflate';
import { rolldown } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';

/** A file of a package. */
interface PackedFile {
  /** Below the package's folder, with `/`; at most 90 characters. */
  readonly path: string;
  readonly content: string;
  readonly isExecutable?: boolean;
}

const BLOCK = 512;
/** The time that npm gives every file, so that the same content is the same tarball. */
const MODIFIED_SECONDS = 499_162_500;

const padded = (content: Buffer): Buffer => {
  const rest = content.length % BLOCK;
  return rest === 0 ? content : Buffer.concat([content, Buffer.alloc(BLOCK - rest)]);
};

/** The header of a file by POSIX 1003.1-1988 (ustar). */
const headerOf = (path: string, size: number, mode: number): Buffer => {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): void => {
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'ascii');
  };
  header.write(path, 0, 'utf8');
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(MODIFIED_SECONDS, 136, 12);
  header.write(' '.repeat(8), 148, 'ascii');
  header.write('0', 156, 'ascii');
  header.write('ustar\0' + '00', 257, 'ascii');
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return header;
};

/** Packs files as npm does, below `package/`. @throws if a path is too long for a header */
export const toTarball = async (files: readonly PackedFile[]): Promise<Buffer> => {
  const blocks = files.flatMap(({ path, content, isExecutable = false }) => {
    const name = `package/${path}`;
    if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a tarball.`);
    const bytes = Buffer.from(content);
    return [headerOf(name, bytes.length, isExecutable ? 0o755 : 0o644), padded(bytes)];
  });
  const archive = Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
  return promisify(gzip)(archive, { level: 9 });
};

/**
 * The names by which others install what is `@platform/…` in this repository: on npm, `@platform` is
 * somebody else's.
 */
const PUBLIC_NAMES = {
  client: '@design-and-analytics/client',
  cli: '@design-and-analytics/cli',
} as const;

type PackageName = keyof typeof PUBLIC_NAMES;

const PACKAGES = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): Promise<string> => readFile(join(PACKAGES, path), 'utf8');

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
}

/** Our own packages are part of the bundle: an installed command line needs nothing else. */
const bundle = async (name: PackageName, entries: readonly string[]): Promise<PackedFile[]> => {
  const input = Object.fromEntries(
    entries.map((entry) => [entry, join(PACKAGES, name, 'src', `${entry}.ts`)]),
  );
  const building = await rolldown({
    input,
    platform: name === 'cli' ? 'node' : 'neutral',
    external: /^node:/,
    transform: { target: 'es2022' },
    resolve: {
      alias: Object.fromEntries(
        Object.keys(PUBLIC_NAMES).map((own) => [`@platform/${own}`, join(PACKAGES, own, 'src/index.ts')]),
      ),
    },
  });
  try {
    const { output } = await building.generate({ format: 'esm', chunkFileNames: '[name].js' });
    return output.flatMap((chunk) =>
      chunk.type === 'chunk'
        ? [
            {
              path: `dist/${chunk.fileName}`,
              content: chunk.code,
              isExecutable: chunk.fileName === 'main.js',
            },
          ]
        : [],
    );
  } finally {
    await building.close();
  }
};

const IMPORTS = /(?<=\bfrom )"((?:\.|@platform\/)[^"]+)"/g;

/**
 * The declarations of a package's entry and of all that it names. Those of another of our packages go
 * into a folder of its name.
 */
const declare = async (name: PackageName): Promise<PackedFile[]> => {
  const found = new Map<string, string>();
  const targetOf = (file: string): string => {
    const [owner = '', ...rest] = relative(PACKAGES, file).replace('/src/', '/').split('/');
    return ['dist', ...(owner === name ? [] : [owner]), ...rest].join('/').replace(/\.ts$/, '.d.ts');
  };
  const visit = async (file: string): Promise<void> => {
    const target = targetOf(file);
    if (found.has(target)) return;
    found.set(target, '');
    const { code, errors } = isolatedDeclarationSync(file, await readFile(file, 'utf8'));
    if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(' ')}`);
    const named: string[] = [];
    const fileOf = (specifier: string): string => {
      const own = /^@platform\/(\w+)$/.exec(specifier)?.[1];
      return own === undefined ? join(dirname(file), specifier) : join(PACKAGES, own, 'src/index.ts');
    };
    const declaration = code.replace(IMPORTS, (_, specifier: string) => {
      const wanted = fileOf(specifier);
      named.push(wanted);
      const path = relative(dirname(target), targetOf(wanted)).replace(/\.d\.ts$/, '.js');
      return JSON.stringify(path.startsWith('.') ? path : `./${path}`);
    });
    found.set(target, declaration);
    for (const wanted of named) await visit(wanted);
  };
  await visit(join(PACKAGES, name, 'src/index.ts'));
  return [...found].map(([path, content]) => ({ path, content }));
};

const manifestOf = (name: PackageName, { version, description, license, engines }: Manifest): string =>
  JSON.stringify(
    {
      name: PUBLIC_NAMES[name],
      version,
      description,
      license,
      type: 'module',
      ...(name === 'client' ? { sideEffects: false } : { bin: { dap: 'dist/main.js' } }),
      engines,
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
      files: ['dist'],
    },
    null,
    2,
  );

const pack = async (name: PackageName): Promise<{ version: string; tarball: Buffer }> => {
  const manifest = JSON.parse(await read(`${name}/package.json`)) as Manifest;
  const files: PackedFile[] = [
    { path: 'package.json', content: `${manifestOf(name, manifest)}\n` },
    { path: 'README.md', content: await read(`${name}/README.md`) },
    { path: 'LICENSE', content: await read('../LICENSE') },
    ...(await bundle(name, name === 'cli' ? ['main', 'index'] : ['index'])),
    ...(await declare(name)),
  ];
  return { version: manifest.version, tarball: await toTarball(files) };
};

const PYTHON_NAME = 'design_and_analytics';

const metadataOf = ({ version, license }: Manifest, readme: string): string => `Metadata-Version: 2.1
Name: design-and-analytics
Version: ${version}
Summary: Client of the Design and Analytics platform
License: ${license}
Requires-Python: >=3.9
Description-Content-Type: text/markdown

${readme}`;

/** Packs the Python client as a wheel (PEP 427): a zip with a list of what is in it. */
const packWheel = async (): Promise<{ version: string; file: string; wheel: Buffer }> => {
  const manifest = JSON.parse(await read('client/package.json')) as Manifest;
  const { version } = manifest;
  const about = `${PYTHON_NAME}-${version}.dist-info`;
  const folder = join(PACKAGES, 'client/python', PYTHON_NAME);
  const sources = (await readdir(folder)).filter((name) => /\.(?:py|typed)$/.test(name)).sort();
  const files: PackedFile[] = [
    ...(await Promise.all(
      sources.map(async (name) => ({
        path: `${PYTHON_NAME}/${name}`,
        content: await readFile(join(folder, name), 'utf8'),
      })),
    )),
    { path: `${about}/LICENSE`, content: await read('../LICENSE') },
    { path: `${about}/METADATA`, content: metadataOf(manifest, await read('client/python/README.md')) },
    {
      path: `${about}/WHEEL`,
      content:
        'Wheel-Version: 1.0\nGenerator: design-and-analytics\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    },
  ];
  const record = files.map(({ path, content }) => {
    const digest = createHash('sha256').update(content).digest('base64url');
    return `${path},sha256=${digest},${Buffer.byteLength(content)}\n`;
  });
  files.push({ path: `${about}/RECORD`, content: `${record.join('')}${about}/RECORD,,\n` });
  const entries = Object.fromEntries(files.map(({ path, content }) => [path, Buffer.from(content)]));
  // Fields of a zip hold local time, which is the same everywhere for a date made of its parts.
  const wheel = zipSync(entries, { level: 9, mtime: new Date(1985, 9, 26) });
  return { version, file: `${PYTHON_NAME}-${version}-py3-none-any.whl`, wheel: Buffer.from(wheel) };
};

/** A package that the platform serves below `/downloads/`. */
export interface Download {
  readonly name: string;
  readonly version: string;
  /** Its file of this version; `latest` has the same content under a name that stays, where there may be one. */
  readonly file: string;
  readonly latest: string;
  readonly bytes: number;
  /** Subresource integrity, as lock files have it. */
  readonly integrity: string;
}

const integrityOf = (content: Buffer): string =>
  `sha512-${createHash('sha512').update(content).digest('base64')}`;

/**
 * Writes the clients and the command line into a folder: tarballs that npm, pnpm and yarn install, a wheel
 * for pip, and `index.json` about them. They depend on nothing. Takes half a second.
 */
export const buildDownloads = async (directory: string): Promise<readonly Download[]> => {
  await mkdir(directory, { recursive: true });
  const downloads: Download[] = [];
  for (const name of Object.keys(PUBLIC_NAMES) as PackageName[]) {
    const { version, tarball } = await pack(name);
    const [file, latest] = [`${name}-${version}.tgz`, `${name}.tgz`];
    for (const target of [file, latest]) await writeFile(join(directory, target), tarball);
    const integrity = integrityOf(tarball);
    downloads.push({ name: PUBLIC_NAMES[name], version, file, latest, bytes: tarball.length, integrity });
  }
  const { version, file, wheel } = await packWheel();
  await writeFile(join(directory, file), wheel);
  // pip reads the version from the name: there is no other one.
  const [bytes, integrity] = [wheel.length, integrityOf(wheel)];
  downloads.push({ name: 'design-and-analytics', version, file, latest: file, bytes, integrity });
  await writeFile(join(directory, 'index.json'), `${JSON.stringify({ packages: downloads }, null, 2)}\n`);
  return downloads;
};
