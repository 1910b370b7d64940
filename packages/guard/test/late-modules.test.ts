import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const GUARD = fileURLToPath(new URL('../src/index.ts', import.meta.url));

/** The packages that a process has loaded once it has made a guard and done `work` with it. */
const loadedBy = (work: string): string[] => {
  const { stdout } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { registerHooks } from 'node:module';
       const found = new Set();
       registerHooks({ load(url, context, next) {
         const [, name] = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
         if (name !== undefined) found.add(name);
         return next(url, context);
       } });
       const { createGuard } = await import(${JSON.stringify(GUARD)});
       const guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'test' });
       ${work}
       await guard.close();
       console.log(JSON.stringify([...found]));`,
    ],
    { encoding: 'utf8' },
  );
  return JSON.parse(stdout) as string[];
};

const HEAVY = ['undici', 'tough-cookie', 'tldts'];

it('loads what fetches with the first fetch: most guards only look at addresses, or open proxies', () => {
  const idle = loadedBy("guard.check('https://example.com/'); await (await guard.startProxy()).close();");
  expect(HEAVY.filter((name) => idle.includes(name))).toEqual([]);
  const busy = loadedBy("await guard.fetch('http://127.0.0.1:1/').catch(() => undefined);");
  expect(HEAVY.filter((name) => busy.includes(name))).toEqual(HEAVY);
});
