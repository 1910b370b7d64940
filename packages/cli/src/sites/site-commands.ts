import { setTimeout as sleep } from 'node:timers/promises';

import type { Item } from '@platform/client';

import { EXIT, formatTable, isSet, numberOf, UsageError, WAIT_OPTION, waitOf } from '../command.ts';
import type { Command } from '../command.ts';

type Site = Item<'sites.list'>;
type Problem = Item<'sites.problems'>;

const PAUSE_MILLISECONDS = 1_000;

const siteTable = (sites: readonly Site[]): string =>
  formatTable([
    ['ID', 'SITE', 'STATE', 'DONE', 'FOUND', 'BEGUN'],
    ...sites.map(({ id, url, status, progress, created_at: begun }) => [
      id,
      url,
      status,
      progress.done,
      progress.found,
      begun.slice(0, 10),
    ]),
  ]);

const problemTable = (problems: readonly Problem[]): string =>
  problems.length === 0
    ? 'No problems.\n'
    : formatTable([
        ['PAGES', 'IMPORTANCE', 'CATEGORY', 'PROBLEM'],
        ...problems.map(({ total, importance, category, title }) => [total, importance, category, title]),
      ]);

const siteId = (text: string | undefined): number => {
  if (text === undefined || !/^\d{1,9}$/.test(text))
    throw new UsageError('Which site? dap sites list shows their ids.');
  return Number(text);
};

export const listSitesCommand: Command = {
  name: 'sites list',
  summary: 'List the sites that were crawled',
  operands: '',
  options: {},
  async run({ platform, signal }) {
    const sites = await platform().sites.list({}, { signal }).all();
    return { exitCode: EXIT.ok, text: siteTable(sites), json: { sites } };
  },
};

export const showSiteCommand: Command = {
  name: 'sites show',
  summary: 'Show how far a crawl is, and the problems that it found',
  operands: 'ID',
  options: {},
  async run({ platform, operands, signal }) {
    const id = siteId(operands[0]);
    const { sites } = platform();
    const site = await sites.show(id, { signal });
    const problems = await sites.problems(id, {}, { signal }).all();
    return {
      exitCode: EXIT.ok,
      text: `${siteTable([site])}\n${problemTable(problems)}`,
      json: { site, problems },
    };
  },
};

export const crawlSiteCommand: Command = {
  name: 'sites crawl',
  summary: 'Crawl a site and list its problems',
  operands: 'URL',
  description: 'Exits with 1 where the crawl fails, and with --fail-on-problems where it finds any.',
  options: {
    'max-pages': { type: 'string', value: 'N', help: 'At most so many pages' },
    'fail-on-problems': { type: 'boolean', help: 'Exit with 1 where there are problems' },
    'no-wait': { type: 'boolean', help: 'Return once the crawl has begun' },
    wait: WAIT_OPTION,
  },
  async run({ platform, operands, values, signal, terminal }) {
    const [url] = operands;
    if (url === undefined || operands.length > 1) throw new UsageError('Name the address to start at.');
    const maxPages = numberOf(values, 'max-pages', 1, 100_000);
    const until = Date.now() + waitOf(values);
    const { sites } = platform();
    let site = await sites.create(
      { url, ...(maxPages !== undefined && { max_pages: maxPages }) },
      { signal },
    );
    if (isSet(values, 'no-wait')) return { exitCode: EXIT.ok, text: siteTable([site]), json: { site } };
    while (site.status === 'pending' || site.status === 'running') {
      if (Date.now() > until)
        throw new UsageError(`The crawl ${site.id} goes on; dap sites show ${site.id} shows it.`);
      await sleep(PAUSE_MILLISECONDS, undefined, { signal });
      site = await sites.show(site.id, { signal });
      terminal.err(`${site.progress.done} of ${site.progress.found} pages\n`);
    }
    const problems = await sites.problems(site.id, {}, { signal }).all();
    const isBad = site.status !== 'completed' || (isSet(values, 'fail-on-problems') && problems.length > 0);
    return {
      exitCode: isBad ? EXIT.failed : EXIT.ok,
      text: `${siteTable([site])}\n${problemTable(problems)}`,
      json: { site, problems },
    };
  },
};
