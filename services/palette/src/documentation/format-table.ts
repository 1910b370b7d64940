import { readFileSync, writeFileSync } from 'node:fs';

import { VALUE_TYPES, splitTokens } from '../formats/export-format.ts';
import type { ExportFormat } from '../formats/export-format.ts';
import { formats } from '../formats/registry.ts';
import type { ValueToken } from '../formats/token.ts';
import type { Json } from '../themes/theme.ts';

const px = (value: number) => ({ value, unit: 'px' });
const DASHES = { dashArray: [px(2)], lineCap: 'round' };

/** Values that formats often can't hold whole, each as it is called in the table. */
const PROBES: readonly (readonly [string, string, Json])[] = [
  ...VALUE_TYPES.map((type) => [type, type, type === 'fontWeight' ? 400 : { fontWeight: 400 }] as const),
  ['dashes of a strokeStyle', 'strokeStyle', DASHES],
  ['dashes of a border', 'border', { style: DASHES }],
  ['inset shadows', 'shadow', [{ inset: true }]],
  ['font weights such as 450', 'fontWeight', 450],
  ['font weights such as 450 of a typography', 'typography', { fontWeight: 450 }],
];

/** Lists what a format can't hold, by reason. */
const lossesOf = (format: ExportFormat): string[] => {
  const byReason = new Map<string, string[]>();
  for (const [title, type, value] of PROBES) {
    const token: ValueToken = { path: [title], type, value, description: null };
    for (const { reason } of splitTokens(format, [token]).leftOut)
      byReason.set(reason, [...(byReason.get(reason) ?? []), title]);
  }
  // A format without a type says nothing of its parts.
  const whole = Object.values(format.lacks ?? {}).length === VALUE_TYPES.length;
  return [...byReason].map(([reason, titles]) => (whole ? reason : `${titles.join(', ')}: ${reason}`));
};

const BEGIN = '<!-- formats: src/documentation/format-table.ts -->';
const END = '<!-- end of formats -->';

/** A page with its table of what formats can't hold as the registry has it. @throws for a page without a place for it */
export const withFormatTable = (page: string, formats: readonly ExportFormat[]): string => {
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start === -1 || end === -1) throw new Error('The page has no place for the table of formats.');
  const rows = formats
    .filter(({ parts }) => parts === undefined)
    .map((format) => ({ id: format.id, losses: lossesOf(format) }));
  const whole = rows.filter(({ losses }) => losses.length === 0).map(({ id }) => `\`${id}\``);
  const byLosses = new Map<string, string[]>();
  for (const { id, losses } of rows)
    if (losses.length > 0) {
      const key = losses.join('; ');
      byLosses.set(key, [...(byLosses.get(key) ?? []), `\`${id}\``]);
    }
  const lines = [
    '| Format | What it can’t hold |',
    '| --- | --- |',
    ...(whole.length === 0 ? [] : [`| ${whole.join(', ')} | nothing |`]),
    ...[...byLosses].map(([losses, ids]) => `| ${ids.join(', ')} | ${losses} |`),
  ];
  return `${page.slice(0, start)}${BEGIN}\n\n${lines.join('\n')}\n\n${page.slice(end)}`;
};

/** Run after a change of what formats can hold: `node src/documentation/format-table.ts`. */
if (import.meta.main) {
  const page = new URL('../../README.md', import.meta.url);
  writeFileSync(page, withFormatTable(readFileSync(page, 'utf8'), formats.all));
}
