import { readFile, writeFile } from 'node:fs/promises';

import { ROOT } from '../services.ts';
import { renderFiles } from './render-files.ts';

// `npm run render`: writes the files that follow from the table of processes, and names those that changed.
for (const [path, text] of await renderFiles()) {
  const file = new URL(path, ROOT);
  if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
  await writeFile(file, text);
  process.stdout.write(`${path}\n`);
}
