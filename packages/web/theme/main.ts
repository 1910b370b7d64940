import { writeFile } from 'node:fs/promises';

import { startTemporaryPlatform } from '@platform/local';

import { exportTheme } from './export-theme.ts';

// `node theme/main.ts` writes the console's style sheet anew, with the palette service of today.
const platform = await startTemporaryPlatform({ ...process.env });
try {
  await writeFile(new URL('../src/design/theme.css', import.meta.url), await exportTheme(platform));
} finally {
  await platform.stop();
}
