import { spawn } from 'node:child_process';

import type { Command } from './command.ts';
import { EXIT, UsageError, isSet } from './command.ts';

const BROWSERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Starts the user's browser; false where there is none. */
export const openBrowser = (url: string, browser: string | undefined): Promise<boolean> =>
  new Promise((resolve) => {
    const usual = BROWSERS[process.platform] ?? ['xdg-open'];
    const [program, ...args] = browser === undefined || browser === '' ? usual : [browser];
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => {
      resolve(false);
    });
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });

export const openCommand: Command = {
  name: 'open',
  summary: 'Open the platform in a browser',
  operands: '[docs | report ID | website ID]',
  description:
    'Opens its first page, the API reference, the page of a report, or the statistics of a website.\nSet BROWSER to use a program other than the default.',
  options: { print: { type: 'boolean', help: 'Print the address only' } },
  async run({ platform, operands, values, terminal, url, signal }) {
    const [what = '', id = ''] = operands;
    const pages: Record<string, () => string | Promise<string>> = {
      '': () => `${url}/`,
      docs: () => `${url}/docs`,
      report: async () => (await platform().reports.show(Number(id), { signal })).report_url,
      website: async () => (await platform().websites.show(Number(id), { signal })).stats_url,
    };
    const page = Object.hasOwn(pages, what) ? pages[what] : undefined;
    const needsId = what === 'report' || what === 'website';
    if (page === undefined || operands.length > 2 || needsId !== operands.length > 1)
      throw new UsageError('dap open takes nothing, docs, report ID or website ID.');
    const address = await page();
    const opened = !isSet(values, 'print') && (await openBrowser(address, terminal.env['BROWSER']));
    return { exitCode: EXIT.ok, text: `${address}\n`, json: { url: address, opened } };
  },
};
