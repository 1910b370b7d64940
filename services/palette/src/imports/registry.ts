import { aco } from './formats/aco.ts';
import { ase } from './formats/ase.ts';
import { css } from './formats/css.ts';
import { dtcg } from './formats/dtcg.ts';
import { figma } from './formats/figma.ts';
import { gpl } from './formats/gpl.ts';
import { hex } from './formats/hex.ts';
import { scss } from './formats/scss.ts';
import { styleDictionary } from './formats/style-dictionary.ts';
import { tailwindV3 } from './formats/tailwind-v3.ts';
import { tailwindV4 } from './formats/tailwind-v4.ts';
import { tokensStudio } from './formats/tokens-studio.ts';
import type { ImportFormat } from './import-format.ts';

/** Indexes import formats by id. Throws at boot if two share one. */
const createRegistry = (formats: readonly ImportFormat[]): ReadonlyMap<string, ImportFormat> => {
  const registry = new Map<string, ImportFormat>();
  for (const format of formats) {
    if (registry.has(format.id)) throw new Error(`Two import formats share the id ${format.id}.`);
    registry.set(format.id, format);
  }
  return registry;
};

/** Every format that tokens are imported from. */
export const IMPORT_FORMATS = createRegistry([
  dtcg,
  tokensStudio,
  styleDictionary,
  figma,
  css,
  scss,
  tailwindV3,
  tailwindV4,
  hex,
  ase,
  aco,
  gpl,
]);
