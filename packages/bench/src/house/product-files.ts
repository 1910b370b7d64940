import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** A source file of the product: no test, migration or generated code. */
export interface ProductFile {
  /** From the repository's folder. */
  readonly path: string;
  readonly lines: number;
  /** Product files that it names in an import, an export or a `new URL(…, import.meta.url)`. */
  readonly imports: readonly string[];
}

const SOURCE = /^(services|gateway|packages)\/.*\.tsx?$/;
const OTHER = /\/(test|migrations|generated|examples)\/|\.d\.ts$|^packages\/(testing|bench)\//;

/** Where an entry is a file and a line in an index, by rule: routers in `app.ts` and screens in `app.tsx`, too. */
const REGISTRY =
  /\/(checks\/[\w-]+|formats|harmonies|imports\/(formats|sources)|collect\/clients|mcp\/tools|benchmarks)\/[\w-]+\.ts$|\/cli\/src\/.*-commands?\.ts$|\/screens\/\w+\/\w+\.tsx$|-router\.ts$/;

export const isRegistryEntry = (path: string): boolean => REGISTRY.test(path);

const NAMED = /(?:\bfrom|\bimport)\s*(?:\(\s*)?'([^']+)'|new URL\(\s*'([^']+)',\s*import\.meta\.url/g;

/** The files behind the names of our own packages (`@platform/http`), as their package.json says. */
const entries = (paths: readonly string[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const path of paths.filter((name) => name.endsWith('/package.json'))) {
    const { name, exports } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as {
      name: string;
      exports?: string | Record<string, string>;
    };
    const all = typeof exports === 'string' ? { '.': exports } : (exports ?? {});
    for (const [key, file] of Object.entries(all))
      if (typeof file === 'string') found.set(join(name, key), normalize(join(dirname(path), file)));
  }
  return found;
};

const REEXPORT = /^export (?:type )?\{([^}]*)\} from '(\.[^']+)';$/gm;
const IMPORTED = /(?:import|export) (?:type )?\{([^}]*)\} from '([^']+)'/g;

const namesIn = (list: string): readonly string[] =>
  list
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*/, ''),
    )
    .filter((name) => name !== '');

/**
 * The file behind each name that a package's `index.ts` passes on, so that whoever imports the name
 * counts as an importer of that file, and the index doesn't.
 * @returns nothing where the file has anything but such lines and comments
 */
const passedOn = (path: string, text: string): ReadonlyMap<string, string> | undefined => {
  const rest = text.replaceAll(REEXPORT, '').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  if (!path.endsWith('/index.ts') || rest.trim() !== '') return undefined;
  return new Map(
    [...text.matchAll(REEXPORT)].flatMap(([, names = '', file = '']) =>
      namesIn(names).map((name) => [name, normalize(join(dirname(path), file))] as const),
    ),
  );
};

/** All product files that git knows, with what they import of each other. */
export const readProductFiles = (): readonly ProductFile[] => {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const all = listed.split('\n').filter((path) => path !== '' && existsSync(join(ROOT, path)));
  const paths = all.filter((path) => SOURCE.test(path) && !OTHER.test(path));
  const known = new Set(paths);
  const packages = entries(all);
  const texts = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
  const passed = new Map([...texts].map(([path, text]) => [path, passedOn(path, text)]));
  return paths.map((path) => {
    const text = texts.get(path) ?? '';
    const imports = new Set<string>();
    const fileOf = (name: string): string | undefined =>
      name.startsWith('.') ? normalize(join(dirname(path), name)) : packages.get(name);
    if (passed.get(path) !== undefined) return { path, lines: text.split('\n').length - 1, imports: [] };
    for (const [, names = '', from = ''] of text.matchAll(IMPORTED))
      for (const name of namesIn(names)) {
        const file = passed.get(fileOf(from) ?? '')?.get(name);
        if (file !== undefined && file !== path) imports.add(file);
      }
    for (const [, imported, located] of text.matchAll(NAMED)) {
      const file = fileOf(imported ?? located ?? '');
      if (file !== undefined && known.has(file) && file !== path) imports.add(file);
    }
    return { path, lines: text.split('\n').length - 1, imports: [...imports] };
  });
};

/**
 * Groups of files that import each other, types included.
 * @returns each group with two files or more, by Tarjan's algorithm
 */
export const findCircles = (files: readonly ProductFile[]): readonly (readonly string[])[] => {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]));
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string): void => {
    index.set(path, index.size);
    low.set(path, index.size - 1);
    stack.push(path);
    for (const next of importsOf.get(path) ?? []) {
      if (!index.has(next)) visit(next);
      else if (!stack.includes(next)) continue;
      low.set(path, Math.min(low.get(path) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(path) !== index.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1) circles.push(group);
  };
  for (const { path } of files) if (!index.has(path)) visit(path);
  return circles;
};
