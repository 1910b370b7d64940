import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { findChromium } from '@platform/browser';
import { startTemporaryPlatform } from '@platform/local';

import { makeOne, SCREENS } from '../test/every-screen.ts';

// `node measure/lighthouse.ts [screen …]` measures screens of the console with Google's Lighthouse,
// all by default, and fails where a score is below 95.

const LIGHTHOUSE = 'lighthouse@13.5.0';
const LEAST = 0.95;
const MEGABYTE = 1024 ** 2;
const run = promisify(execFile);

interface Result {
  categories: Record<string, { title: string; score: number | null }>;
  audits: Record<string, { title: string; score: number | null; scoreDisplayMode: string }>;
}

const chromium = findChromium(process.env);
if (chromium.kind !== 'installed') throw new Error('Lighthouse needs Chromium: set CHROMIUM_PATH.');

const platform = await startTemporaryPlatform({ ...process.env });
try {
  const made = await makeOne(platform);
  const answer = await fetch(`${platform.url}/console/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ key: platform.key }),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';

  const measure = async (path: string, isSignedIn: boolean): Promise<Result> => {
    const headers = isSignedIn ? ['--extra-headers', JSON.stringify({ Cookie: cookie })] : [];
    const options = ['--output=json', '--quiet', '--chrome-flags=--headless=new --no-sandbox', ...headers];
    const { stdout } = await run(
      'npx',
      ['--yes', LIGHTHOUSE, `${platform.url}/console/${path}`, ...options],
      { env: { ...process.env, CHROME_PATH: chromium.path }, maxBuffer: 64 * MEGABYTE },
    );
    return JSON.parse(stdout) as Result;
  };

  const wanted = process.argv.slice(2);
  const pages: readonly (readonly [path: string, isSignedIn: boolean])[] = [
    ['', false],
    ...SCREENS.filter(([name]) => wanted.length === 0 || wanted.includes(name)).map(
      ([, path]) => [path(made), true] as const,
    ),
  ];
  for (const [path, isSignedIn] of pages) {
    const { categories, audits } = await measure(path, isSignedIn);
    const scores = Object.values(categories);
    const line = scores.map(({ title, score }) => `${title} ${Math.round(100 * (score ?? 0))}`).join(', ');
    process.stdout.write(`/console/${path}${isSignedIn ? '' : ' (signed out)'}: ${line}\n`);
    if (scores.every(({ score }) => (score ?? 0) >= LEAST)) continue;
    process.exitCode = 1;
    for (const { title, score, scoreDisplayMode } of Object.values(audits))
      if (score !== null && score < LEAST && scoreDisplayMode !== 'informative')
        process.stdout.write(`  ${Math.round(100 * score)} ${title}\n`);
  }
} finally {
  await platform.stop();
}
