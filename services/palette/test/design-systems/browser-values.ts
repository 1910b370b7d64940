import { converter, parse } from 'culori';
import type { Page } from 'playwright-core';

/**
 * Values in CSS as they are, where no browser computes them: without differences that mean nothing.
 * @returns by name; undefined for those without a text
 */
export const comparable = (
  values: readonly { readonly name: string; readonly type: string; readonly text: string }[],
): ReadonlyMap<string, string> =>
  new Map(
    values.filter(({ text }) => text !== '').map(({ name, type, text }) => [name, plainText(type, text)]),
  );

/** Where a style sheet is asked: the attributes of the page's root, and what the system prefers. */
export interface Surroundings {
  readonly attributes?: Readonly<Record<string, string>>;
  readonly colorScheme?: 'light' | 'dark';
  readonly contrast?: 'more';
}

/**
 * The property by which a browser computes a value of each type, and one that no design system has,
 * which is seen where the value isn't of the type.
 */
const PROPERTIES: Readonly<Record<string, readonly [property: string, unlikely: string]>> = {
  color: ['color', 'rgb(1, 2, 3)'],
  dimension: ['text-indent', '12345px'],
  duration: ['transition-duration', ''],
  cubicBezier: ['transition-timing-function', ''],
  fontFamily: ['font-family', 'unlikely'],
  fontWeight: ['font-weight', '7'],
  number: ['scale', ''],
  shadow: ['box-shadow', ''],
  gradient: ['background-image', ''],
  border: ['border-top', ''],
  typography: ['font', ''],
  transition: ['transition', ''],
  strokeStyle: ['border-top-style', ''],
};

interface AskedProperty {
  readonly name: string;
  /** DTCG `$type`. */
  readonly type: string;
}

const KEYWORDS: Readonly<Record<string, string>> = {
  linear: 'cubic-bezier(0, 0, 1, 1)',
  ease: 'cubic-bezier(0.25, 0.1, 0.25, 1)',
  'ease-in': 'cubic-bezier(0.42, 0, 1, 1)',
  'ease-out': 'cubic-bezier(0, 0, 0.58, 1)',
  'ease-in-out': 'cubic-bezier(0.42, 0, 0.58, 1)',
};

const toRgb = converter('rgb');

/** A computed colour as bytes, and its opacity as one. */
const bytesOf = (text: string): string => {
  const color = toRgb(parse(text));
  if (color === undefined) return text;
  const byte = (part: number): number => Math.round(Math.min(1, Math.max(0, part)) * 255);
  return `${byte(color.r)} ${byte(color.g)} ${byte(color.b)} / ${Math.round((color.alpha ?? 1) * 255)}`;
};

const COLORS = /(?:rgba?|oklch|oklab|lab|lch|color)\([^()]*\)/g;

/** A computed value without differences that mean nothing: of notation, and of rounding. */
const plain = (type: string, text: string): string => {
  if (type === 'color') return bytesOf(text);
  if (type === 'fontFamily')
    return text
      .replaceAll(/["']/g, '')
      .replaceAll(/\s*,\s*/g, ', ')
      .toLowerCase();
  // Its shape and direction have no place in the format, which the import says.
  if (type === 'gradient') return (text.match(COLORS) ?? []).map(bytesOf).join(', ');
  const easing = text.replaceAll(
    /\b(?:linear|ease(?:-in|-out|-in-out)?)(?![\w(-])/g,
    (word) => KEYWORDS[word] ?? word,
  );
  // One that nobody sees.
  if (type === 'shadow' && /^rgba\(0, 0, 0, 0\)(?: 0px)+$/.test(text)) return 'none';
  return easing
    .replaceAll(COLORS, bytesOf)
    .replaceAll(/-?\d*\.\d+(?:e-?\d+)?/g, (number) => String(Number(Number(number).toFixed(3))))
    .replaceAll(/["']/g, '');
};

/** A value as it is written, without differences that a browser would remove. */
const plainText = (type: string, text: string): string => {
  if (type === 'fontFamily' || type === 'typography')
    return plain('fontFamily', text.replaceAll("\\'", "'").replaceAll(/\s*\/\s*/g, '/'));
  if (type === 'color') return bytesOf(text);
  const colors = text.replaceAll(
    /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?)\([^()]*\)|\b(?:white|black|red|blue)\b/gi,
    bytesOf,
  );
  return plain(
    type === 'gradient' ? 'shadow' : type,
    colors
      .replaceAll(/(?<![\w.])(\d*\.?\d+)ms\b/g, (_, amount: string) => `${Number(amount) / 1_000}s`)
      .replaceAll(/(?<![\d.])0(?:px|rem|%|s)\b/g, '0')
      .replaceAll(/\s*([,/()])\s*/g, '$1')
      .replaceAll(/(?<![\d])\.(?=\d)/g, '0.'),
  );
};

/**
 * Computes custom properties of a style sheet in Chromium.
 * @returns by name; undefined for those that it lacks or that aren't of their type
 */
export const computedBy = async (
  page: Page,
  css: string,
  { attributes = {}, colorScheme = 'light', contrast }: Surroundings,
  asked: readonly AskedProperty[],
): Promise<ReadonlyMap<string, string>> => {
  await page.emulateMedia({ colorScheme, contrast: contrast ?? 'no-preference' });
  await page.setContent('<!doctype html><html><head><style></style></head><body><main></main></body></html>');
  const wanted = asked.flatMap(({ name, type }) => {
    const known = PROPERTIES[type];
    return known === undefined ? [] : [{ name, property: known[0] }];
  });
  const unlikely = Object.values(PROPERTIES).filter(([, value]) => value !== '');
  const found = await page.evaluate(
    ({ text, names, root, inherited }) => {
      document.querySelector('style')!.textContent = text;
      for (const [name, value] of Object.entries(root)) document.documentElement.setAttribute(name, value);
      const place = document.querySelector('main')!;
      for (const [property, value] of inherited) place.style.setProperty(property, value);
      const elements = names.map(({ name, property }) => {
        const element = document.createElement('i');
        element.style.setProperty(property, `var(--${CSS.escape(name)})`);
        place.append(element);
        return element;
      });
      return elements.map((element, at) => {
        const style = getComputedStyle(element);
        const { name, property } = names[at]!;
        const isThere = style.getPropertyValue(`--${name}`).trim() !== '';
        return isThere ? style.getPropertyValue(property) : null;
      });
    },
    {
      text: `${css}\nhtml { font-size: 16px !important }`,
      names: wanted,
      root: attributes,
      inherited: unlikely.map(([...pair]) => pair),
    },
  );
  const none = new Set(unlikely.map(([, value]) => value));
  const types = new Map(asked.map(({ name, type }) => [name, type]));
  return new Map(
    found.flatMap((value, at) => {
      const { name } = wanted[at]!;
      const type = types.get(name)!;
      // A length is no number, though both may be 0.
      const isOther = value === null || none.has(value) || (type === 'number' && value === 'none');
      return isOther ? [] : [[name, plain(type, value)] as const];
    }),
  );
};
