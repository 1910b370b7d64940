import { isMet } from './benchmark.ts';
import type { Aim, Figure } from './benchmark.ts';
import type { BenchResult } from './run-benchmark.ts';

/** Three significant digits, or all digits before the point. */
const formatNumber = (value: number): string => {
  if (!Number.isFinite(value)) return 'none';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(Math.abs(value), 0.001))));
  return value.toLocaleString('en', { maximumFractionDigits: digits });
};

const formatAim = (aim: Aim | undefined, unit: string): string => {
  if (!aim) return '';
  const [sign, value] = 'atLeast' in aim ? ['≥', aim.atLeast] : ['≤', aim.atMost];
  return `${sign} ${formatNumber(value)} ${unit}`.trimEnd();
};

const verdict = (figure: Figure): string => {
  const met = isMet(figure);
  if (met === null) return '';
  return met ? 'yes' : 'NO';
};

const HEAD = ['figure', 'value', 'aim', 'met?'] as const;

/** One table of all results: each benchmark's figures below its title. */
export const formatResults = (results: readonly BenchResult[]): string => {
  const rowsOf = ({ figures }: BenchResult): string[][] =>
    figures.map((figure) => [
      `  ${figure.name}`,
      `${formatNumber(figure.value)} ${figure.unit}`.trimEnd(),
      formatAim(figure.aim, figure.unit),
      verdict(figure),
    ]);
  const all = [[...HEAD], ...results.flatMap(rowsOf)];
  const widths = HEAD.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('   ')
      .trimEnd();
  return [
    line(HEAD),
    line(widths.map((width) => '─'.repeat(width))),
    ...results.flatMap((result) => [
      `${result.title} (${result.id}, ${result.seconds.toFixed(0)} s)`,
      ...(result.error === null ? rowsOf(result).map(line) : [`  FAILED: ${result.error}`]),
    ]),
  ].join('\n');
};
