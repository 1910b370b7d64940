import { readFile } from 'node:fs/promises';

import { withRegions, renderFiles } from '../src/render/render-files.ts';
import { ROOT } from '../src/services.ts';

describe('npm run render', () => {
  it('has written every file as the table of processes and the settings have it now', async () => {
    const files = await renderFiles();
    expect(files.size).toBeGreaterThan(20);
    const stale: string[] = [];
    for (const [path, text] of files)
      if ((await readFile(new URL(path, ROOT), 'utf8').catch(() => '')) !== text) stale.push(path);
    // `npm run render` brings these up to date.
    expect(stale).toEqual([]);
  });

  it('replaces the regions of a file, and nothing else', () => {
    const text = 'a: 1\n  # (rendered: list)\n  - old\n  # (end)\nb: 2\n';
    const rendered = 'a: 1\n  # (rendered: list)\n  - new\n    - deeper\n  # (end)\nb: 2\n';
    expect(withRegions('file.yml', text, { list: ['- new', '  - deeper'] })).toBe(rendered);
    expect(withRegions('file.yml', rendered, { list: ['- new', '  - deeper'] })).toBe(rendered);
  });

  it.each([
    ['a region that the file doesn’t have', { other: [] }, 'file.yml: nothing renders the region "list".'],
    ['a region that is missing from the file', { list: [], other: [] }, 'file.yml has no region "other".'],
  ])('refuses %s', (_what, regions, message) => {
    const text = '# (rendered: list)\n# (end)\n';
    expect(() => withRegions('file.yml', text, regions)).toThrow(message);
  });
});
