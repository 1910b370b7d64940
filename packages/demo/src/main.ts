import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { readRunningPlatform } from '@platform/local';

import { runDemo } from './run-demo.ts';
import type { DemoResult } from './run-demo.ts';

const USAGE = `npm run demo -- [options]     fills a running platform with a believable month
  --url <address>     of the gateway; that of "npm start" in $DATA_DIR when not given
  --key <key>         with all scopes; the first one of "npm start" when not given
  --days <1…30>       days up to today (30)
  --visitors <n>      visits of the largest website on an average day (400)
`;
const REPORT_URLS = ['https://example.com/', 'https://nodejs.org/en'];

const wholeNumber = (name: string, text: string, max: number): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new Error(`--${name} must be a whole number from 1 to ${max}.`);
};

const DIRECTORY = process.env['DATA_DIR'] ?? '.data';

const notRunning = (): Error =>
  new Error(
    `There is no running platform in ${DIRECTORY}. Start one with "npm start", or name it with --url and --key.`,
  );

/** The gateway's address as "npm start" announced it, unless that platform was killed since. */
const announcedUrl = async (): Promise<string> => {
  const running = await readRunningPlatform(DIRECTORY);
  if (running === undefined) throw notRunning();
  return running.url;
};

const firstKey = async (): Promise<string> =>
  readFile(join(DIRECTORY, 'api-key'), 'utf8').catch(() => {
    throw notRunning();
  });

const describe = ({ websites, reports, themes }: DemoResult): string => {
  const sections: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
    ['Statistics pages', websites.map(({ domain, note, link }) => [`${domain} (${note})`, link])],
    ['Page reports', reports.map(({ url, result, link }) => [`${url} (${result})`, link])],
    ['Themes', themes.map(({ name, link }) => [name, link])],
  ];
  const lines = sections.flatMap(([title, items]) => [
    '',
    `  ${title}`,
    ...items.flatMap(([name, link]) => [`    ${name}`, `      ${link}`]),
  ]);
  return `${lines.join('\n')}\n\n`;
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      key: { type: 'string' },
      days: { type: 'string', default: '30' },
      visitors: { type: 'string', default: '400' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const days = wholeNumber('days', values.days, 30);
  const visitors = wholeNumber('visitors', values.visitors, 100_000);
  const url = values.url ?? (await announcedUrl());
  const key = values.key ?? (await firstKey()).trim();
  const log = (line: string): void => void process.stdout.write(`  ${line}\n`);
  const now = Date.now();
  process.stdout.write(
    describe(
      await runDemo({
        key,
        days,
        visitors,
        now,
        log,
        url: url.replace(/\/$/, ''),
        reportUrls: REPORT_URLS,
      }),
    ),
  );
};

try {
  await main();
} catch (error) {
  process.stderr.write(`\n  ${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exit(1);
}
