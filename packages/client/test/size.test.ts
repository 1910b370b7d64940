import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { buildSync } from 'esbuild';

describe('the size of the client', () => {
  it('is at most 8 KB, minified and compressed, with everything in it', () => {
    const { outputFiles } = buildSync({
      entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      write: false,
    });
    const [bundle] = outputFiles;
    const bytes = gzipSync(bundle?.contents ?? '', { level: 9 }).length;
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(8 * 1024);
  });
});
