/** What a browser asks about the one who looks at a page. */
interface Viewer {
  readonly isDark: boolean;
  readonly wantsContrast: boolean;
}

/** `undefined` where it depends on something else, such as the width of the screen. */
type Answer = boolean | undefined;

const not = (answer: Answer): Answer => (answer === undefined ? undefined : !answer);
const every = (answers: readonly Answer[]): Answer =>
  answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
const some = (answers: readonly Answer[]): Answer => not(every(answers.map(not)));

/** Features of a viewer without wishes (Media Queries 5): what they are unless somebody sets them. */
const USUAL = new Map([
  ['prefers-reduced-motion', 'no-preference'],
  ['prefers-reduced-transparency', 'no-preference'],
  ['prefers-reduced-data', 'no-preference'],
  ['forced-colors', 'none'],
  ['inverted-colors', 'none'],
  ['scripting', 'enabled'],
]);

const feature = (text: string, viewer: Viewer): Answer => {
  const [, name = '', value] = /^([\w-]+)\s*(?::\s*([\w-]+))?$/.exec(text.trim()) ?? [];
  if (name === 'prefers-color-scheme')
    return value === undefined || value === (viewer.isDark ? 'dark' : 'light');
  if (name === 'prefers-contrast')
    return value === undefined
      ? viewer.wantsContrast
      : value === (viewer.wantsContrast ? 'more' : 'no-preference');
  const usual = USUAL.get(name);
  if (usual === undefined) return undefined;
  return value === undefined ? usual === 'enabled' : value === usual;
};

/** The parts of a text between words or commas outside parentheses. */
const splitAt = (text: string, separator: RegExp): string[] => {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth !== 0) continue;
    separator.lastIndex = at;
    const found = separator.exec(text)?.[0];
    if (found === undefined) continue;
    parts.push(text.slice(from, at));
    from = at + found.length;
    at = from - 1;
  }
  return [...parts, text.slice(from)];
};

const DEEPEST = 8;

const condition = (text: string, viewer: Viewer, depth: number): Answer => {
  const given = text.trim();
  if (depth > DEEPEST) return undefined;
  const alternatives = splitAt(given, /\s+or\s+/y);
  if (alternatives.length > 1) return some(alternatives.map((part) => condition(part, viewer, depth + 1)));
  const parts = splitAt(given, /\s+and\s+/y);
  if (parts.length > 1) return every(parts.map((part) => condition(part, viewer, depth + 1)));
  const opposite = /^not\s([^]*)$/.exec(given)?.[1];
  if (opposite !== undefined) return not(condition(opposite, viewer, depth + 1));
  const inside = /^\(([^]*)\)$/.exec(given)?.[1];
  if (inside !== undefined)
    return /[()]|^\s*not\s/.test(inside) ? condition(inside, viewer, depth + 1) : feature(inside, viewer);
  return given === 'all' || given === 'screen' ? true : /^(?:print|speech)$/.test(given) ? false : undefined;
};

/** One query: `not` in front of a medium means all of it. */
const query = (text: string, viewer: Viewer): Answer => {
  const [, isNot, rest = text] = /^(not)\s+((?:all|screen|print|speech)\b[^]*)$/.exec(text.trim()) ?? [];
  const answer = condition(rest.trim().replace(/^only\s+/, ''), viewer, 0);
  return isNot === undefined ? answer : not(answer);
};

/** In which modes the rules of a media query count. */
export interface MediaModes {
  /** Undefined for the page without a mode. */
  readonly mode: 'light' | 'dark' | 'high-contrast' | 'high-contrast-dark' | undefined;
  /** It also depends on something else, or never counts on a screen. */
  readonly isConditional: boolean;
}

/** Reads a media query (Media Queries 5): the mode that it asks for, and whether for more. */
export const readMedia = (rule: string): MediaModes => {
  const queries = splitAt(
    rule
      .replace(/^@media/i, '')
      .trim()
      .toLowerCase(),
    /,/y,
  );
  const answer = (isDark: boolean, wantsContrast: boolean): Answer =>
    some(queries.map((text) => query(text, { isDark, wantsContrast })));
  const [light, dark] = [answer(false, false), answer(true, false)];
  if (light === dark && light !== false) return { mode: undefined, isConditional: light === undefined };
  if (light !== dark) {
    const mode = light === false || (light === undefined && dark === true) ? 'dark' : 'light';
    return { mode, isConditional: (mode === 'dark' ? dark : light) === undefined };
  }
  const [lightContrast, darkContrast] = [answer(false, true), answer(true, true)];
  if (lightContrast !== false) return { mode: 'high-contrast', isConditional: lightContrast === undefined };
  if (darkContrast !== false)
    return { mode: 'high-contrast-dark', isConditional: darkContrast === undefined };
  return { mode: undefined, isConditional: true };
};
