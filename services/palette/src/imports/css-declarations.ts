/** One custom property of a style sheet, with the selectors and at-rules around it. */
export interface CustomProperty {
  /** Without the leading `--`. */
  readonly name: string;
  readonly value: string;
  /** Outermost first: `@media (prefers-color-scheme: dark)`, `:root`. */
  readonly context: readonly string[];
}

/** A quoted text, a comment, or one character. */
const PIECES = /\/\*[^]*?\*\/|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|[^]/g;

/**
 * The custom properties of a style sheet. It reads blocks, strings and comments as CSS Syntax 3
 * does, and ignores everything else.
 */
export const customProperties = (css: string): CustomProperty[] => {
  const found: CustomProperty[] = [];
  const context: string[] = [];
  let text = '';
  let depth = 0;
  const end = (): void => {
    const [, name, value] = /^\s*--([^\s:]+)\s*:([^]*)$/.exec(text) ?? [];
    if (name !== undefined && value !== undefined && value.trim() !== '')
      found.push({ name, value: value.trim(), context: [...context] });
    text = '';
  };
  for (const [piece] of css.matchAll(PIECES)) {
    if (piece.startsWith('/*')) continue;
    if (piece === '(') depth += 1;
    if (piece === ')') depth = Math.max(0, depth - 1);
    if (depth === 0 && piece === '{') {
      context.push(text.trim());
      text = '';
    } else if (depth === 0 && piece === '}') {
      end();
      context.pop();
    } else if (depth === 0 && piece === ';') end();
    else text += piece;
  }
  return found;
};
