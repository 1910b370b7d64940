import { texts } from '../../i18n/language.ts';
import { platform } from '../../session/platform.ts';
import { notify } from '../../ui/notices.tsx';
import { foundText, nameOfFile, readTokens, takeFiles } from './import-tokens.tsx';
import type { ReadTokens } from './import-tokens.tsx';
import { colorOf, tokenRows } from './token-rows.ts';

/** A palette for tokens without any colour. */
const NO_COLOR = '#808080';

/** The first colour of the tokens, which a palette can be made of. */
export const firstColor = ({ tokens }: ReadTokens): string =>
  tokenRows(tokens)
    .map(({ value }) => colorOf(value))
    .find((color) => color !== undefined) ?? NO_COLOR;

/**
 * Makes a theme and its palette of token files, and says what was found in them.
 * @returns the theme's id
 * @throws Error naming the reference that leads nowhere, or what the platform refused
 */
export const importTheme = async (files: FileList | null): Promise<string> => {
  const taken = await takeFiles(files);
  const read = await readTokens(taken);
  if (!read) throw new Error(texts().importing.nothing);
  const [missing] = read.unresolved;
  if (missing) throw new Error(`${missing.field}: ${missing.message}`);
  const name = nameOfFile(taken[0]?.name.split('/').at(-1)) || texts().importing.title;
  const palette = await platform.palettes.create({ base_color: firstColor(read), name });
  const { id } = await platform.themes.create({ name, tokens: read.tokens, palette_id: palette.id });
  notify([foundText(read), ...read.changes].join(' '));
  return id;
};
