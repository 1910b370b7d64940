import { readFileSync, writeFileSync } from 'node:fs';

import { DIMENSIONS } from '../dimensions/dimensions.ts';
import { METRICS } from '../metrics/metrics.ts';
import type { Unit } from '../metrics/metrics.ts';

const UNITS: Readonly<Record<Unit, string>> = {
  count: '',
  ratio: '',
  share: '0–1',
  percent: '%',
  seconds: 's',
};

/** A Markdown table padded the way Prettier pads it. */
const table = (rows: readonly (readonly string[])[]): string => {
  const [header = []] = rows;
  const widths = header.map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(header), rule, ...rows.slice(1).map(line)].join('\n');
};

const TABLES: Readonly<Record<string, () => string>> = {
  dimensions: () =>
    table([
      ['dimension', 'of each', 'value'],
      ...DIMENSIONS.map(({ id, scope, about }) => [
        `\`${id}\``,
        scope === 'event' ? 'event' : 'visit',
        about,
      ]),
    ]),
  metrics: () =>
    table([
      ['metric', 'definition', 'unit'],
      ...METRICS.map(({ id, about, unit }) => [`\`${id}\``, about, UNITS[unit]]),
    ]),
};

/**
 * Replaces the tables of dimensions and metrics in docs/metrics.md, each between
 * `<!-- name -->` and `<!-- /name -->`.
 */
export const withReferenceTables = (text: string): string =>
  Object.entries(TABLES).reduce(
    (result, [name, make]) =>
      result.replace(
        new RegExp(`(<!-- ${name} -->\n\n)[^]*?(\n\n<!-- /${name} -->)`),
        (_, before: string, after: string) => before + make() + after,
      ),
    text,
  );

/** Run after a change of a dimension or metric: `node src/documentation/write-reference.ts`. */
const page = new URL('../../docs/metrics.md', import.meta.url);
writeFileSync(page, withReferenceTables(readFileSync(page, 'utf8')));
