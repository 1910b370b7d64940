import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PROGRAMS = fileURLToPath(new URL('programs/', import.meta.url));

/** Public generators, by the name of the program in `programs/` that uses their output. */
export const GENERATORS = ['openapi-typescript', 'hey-api', 'orval'] as const;

export interface GeneratedClients {
  /** Returns the compiler's report on the programs and all generated code. */
  typecheck(): Promise<string>;
  /** Runs a generator's program and returns what it prints. */
  run(generator: string, env: NodeJS.ProcessEnv): Promise<string>;
  remove(): Promise<void>;
}

const bin = (name: string): string => join(PACKAGE, 'node_modules', '.bin', name);

const TSC = [
  ...['--noEmit', '--strict', '--target', 'es2024', '--lib', 'es2024,dom,dom.iterable', '--types', 'node'],
  ...['--module', 'esnext', '--moduleResolution', 'bundler', '--allowImportingTsExtensions'],
];

/** Generates a client from the document with each generator's command line, as its users do. */
export const generateClients = async (document: string, baseUrl: string): Promise<GeneratedClients> => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-generators-'));
  const made = join(folder, 'generated');
  await cp(PROGRAMS, folder, { recursive: true });
  await mkdir(made);
  const input = join(folder, 'openapi.json');
  await writeFile(input, document);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await symlink(join(PACKAGE, 'node_modules'), join(folder, 'node_modules'));
  const config = join(folder, 'orval.config.mjs');
  const output = { target: join(made, 'orval.ts'), client: 'fetch', mode: 'single', baseUrl };
  await writeFile(config, `export default { platform: ${JSON.stringify({ input, output })} };`);
  const options = { cwd: folder, maxBuffer: 16 * 1024 ** 2 };
  // The option that the introduction of the document tells its readers to set.
  const [, option] = /openapi-typescript needs `(--\S+)`/.exec(document.replaceAll('\\n', ' ')) ?? [];
  if (option === undefined) throw new Error('The document does not say how openapi-typescript is run.');
  const types = ['-o', join(made, 'openapi-typescript.ts'), option];
  await run(bin('openapi-typescript'), [input, ...types], options);
  const sdk = ['-o', join(made, 'hey-api'), '-c', '@hey-api/client-fetch'];
  await run(bin('openapi-ts'), ['-i', input, ...sdk, '--no-log-file'], options);
  await run(bin('orval'), ['--config', config], options);

  return {
    async typecheck() {
      const programs = GENERATORS.map((name) => `${name}.mts`);
      const tsc = [join(ROOT, 'node_modules', '.bin', 'tsc'), ...TSC];
      const types = ['--typeRoots', join(ROOT, 'node_modules', '@types')];
      const [command = '', ...args] = tsc;
      return run(command, [...args, ...types, ...programs], options).then(
        ({ stdout }) => stdout,
        (error: unknown) => (error as { stdout: string }).stdout,
      );
    },
    async run(generator, env) {
      const bundle = join(folder, `${generator}.mjs`);
      const source = join(folder, `${generator}.mts`);
      await run(
        bin('esbuild'),
        [source, '--bundle', '--platform=node', '--format=esm', `--outfile=${bundle}`],
        options,
      );
      const { stdout } = await run(process.execPath, [bundle], { ...options, env });
      return stdout;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
