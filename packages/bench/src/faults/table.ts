import type { Row } from './try-fault.ts';

const HEAD = [
  'What went wrong',
  'Requests',
  'Without success',
  'Well after',
  'Acknowledged',
  'Lost',
  'Memory',
];

const cellsOf = (row: Row): string[] => [
  row.name,
  String(row.requests),
  [...row.failures].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none',
  `${row.secondsUntilWell.toFixed(1)} s`,
  String(row.acknowledged),
  String(row.lost.length),
  `${row.memory[0]} → ${row.memory[1]} MB`,
];

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The head of the table and its underline, in Markdown. */
export const tableHead = (): string[] => [line(HEAD), line(HEAD.map(() => '---'))];

/** One row of the table. */
export const tableRow = (row: Row): string => line(cellsOf(row));
