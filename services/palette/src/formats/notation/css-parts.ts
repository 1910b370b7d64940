import type { Json } from '../../themes/theme.ts';
import { decimal } from './css-color.ts';
import { referenceIn } from './noted-references.ts';

type Tree = Readonly<Record<string, Json | undefined>>;

export const treeOf = (value: Json | undefined): Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Tree) : {};

export const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : value === undefined ? [] : [value];

export const number = (value: Json | undefined): string =>
  referenceIn(value) ?? (typeof value === 'number' ? decimal(value, 6) : '0');
