import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { ChromiumSource } from './find-chromium.ts';

const usesGlibc = (): boolean => {
  const { header } = process.report.getReport() as unknown as { header: Record<string, unknown> };
  return 'glibcVersionRuntime' in header;
};

/** The compressed Chromium in `@sparticuz/chromium`, which is built for Linux on x64 with glibc. */
export const packagedChromium = (): ChromiumSource => {
  const advice = 'Install Chromium, or set CHROMIUM_PATH to one.';
  if (process.platform !== 'linux' || process.arch !== 'x64' || !usesGlibc())
    return { kind: 'none', reason: `npm has no Chromium for this system. ${advice}` };
  try {
    const folder = fileURLToPath(new URL('../bin/', import.meta.resolve('@sparticuz/chromium')));
    if (existsSync(`${folder}chromium.br`)) return { kind: 'packaged', folder };
  } catch {
    // An optional dependency: it may have been left out of the installation.
  }
  return { kind: 'none', reason: `There is no Chromium on the PATH. ${advice}` };
};
