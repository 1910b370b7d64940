import Joi from 'joi';
import type { PageLooks, ClickTarget } from '../page/browser-facts.ts';
import type { IsolatedWorld } from './measure-page.ts';

/**
 * Elements and time are bounded: a page of any size costs the same. Runs in
 * our own world of the page (`measure-page.ts`), unthrottled.
 */
const MOST_ELEMENTS = 4_000;
const MOST_MILLISECONDS = 400;
const MOST_COLOURS = 24;
const MOST_PAIRS = 40;
const MOST_TARGETS = 120;

/** Names an element as the tracker's clicks.js does (services/analytics/src/tracker/clicks.js). */
const NAMING = `
  const wayTo = (start) => {
    let way = '';
    let depth = 6;
    for (let element = start; depth-- && element && element !== document.body; element = element.parentElement)
      if (/^[a-z-]+$/i.test(element.id)) {
        way = '>#' + element.id + way;
        depth = 0;
      } else way = '>' + element.localName + '.' + [...(element.parentNode?.children ?? [])].indexOf(element) + way;
    return way.slice(1, 400);
  };
  const hashOf = (element) => {
    let hash = 0;
    for (const letter of (element.textContent ?? '').replace(/\\s/g, '').slice(0, 10000)) hash = (hash * 31 + letter.charCodeAt(0)) | 0;
    return hash === 0 ? '' : String(hash);
  };`;

/** The links and buttons in the picture of the screen, from its top left. */
const TARGETS_SCRIPT = `(() => {${NAMING}
  const targets = [];
  const begin = performance.now();
  for (const element of document.querySelectorAll('a, button, summary, label, input, select')) {
    if (targets.length >= ${MOST_TARGETS} || performance.now() - begin > ${MOST_MILLISECONDS}) break;
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + scrollX, box.top + scrollY];
    if (box.width < 1 || box.height < 1 || y >= innerHeight || y + box.height <= 0 || x >= innerWidth || x + box.width <= 0) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const hasWords = element.matches('a, button, summary, label');
    targets.push({
      selector: wayTo(element),
      hash: hasWords ? hashOf(element) : '',
      text: hasWords ? (element.textContent ?? '').replace(/\\s+/g, ' ').trim().slice(0, 80) : '',
      box: [x, y, box.width, box.height].map(Math.round),
    });
  }
  return targets;
})()`;

/** The colours of texts and surfaces by how much there is of them, and the pairs of both. */
const COLOURS_SCRIPT = `(() => {${NAMING}
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const parsed = new Map();
  const rgba = (text) => {
    let found = parsed.get(text);
    if (!found) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = '#0000';
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      // The canvas knows 8 bits of a translucent colour: near enough for what is mixed with another.
      found = [r, g, b, a / 255];
      parsed.set(text, found);
    }
    return found;
  };
  const over = ([r, g, b, a], below) => [r * a + below[0] * (1 - a), g * a + below[1] * (1 - a), b * a + below[2] * (1 - a), 1];
  const hex = (colour) => '#' + colour.slice(0, 3).map((part) => Math.round(part).toString(16).padStart(2, '0')).join('');
  const grounds = new Map();
  // The colour behind an element; null for a picture or a gradient.
  const groundOf = (element) => {
    if (!element) return [255, 255, 255, 1];
    if (grounds.has(element)) return grounds.get(element);
    const style = getComputedStyle(element);
    const own = rgba(style.backgroundColor);
    let ground = null;
    if (style.backgroundImage === 'none') {
      const below = own[3] === 1 ? own : groundOf(element.parentElement);
      ground = below && (own[3] === 0 ? below : over(own, below));
    }
    grounds.set(element, ground);
    return ground;
  };
  const linear = (part) => { const value = part / 255; return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; };
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const contrast = (a, b) => {
    const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
  };
  const colours = new Map();
  const add = (colour, kind, amount) => {
    const key = hex(colour);
    const known = colours.get(key) ?? { hex: key, text: 0, area: 0 };
    known[kind] += amount;
    colours.set(key, known);
  };
  const pairs = new Map();
  const begin = performance.now();
  let looked = 0;
  const page = groundOf(document.body ?? document.documentElement);
  if (page) add(page, 'area', innerWidth * Math.max(innerHeight, Math.min(document.documentElement.scrollHeight, 10000)));
  for (const element of document.body?.querySelectorAll('*') ?? []) {
    if (++looked > ${MOST_ELEMENTS} || performance.now() - begin > ${MOST_MILLISECONDS}) break;
    const box = element.getBoundingClientRect();
    if (box.width < 1 || box.height < 1 || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const style = getComputedStyle(element);
    const own = rgba(style.backgroundColor);
    const ground = groundOf(element);
    if (ground && own[3] > 0) add(ground, 'area', Math.min(box.width, innerWidth) * Math.min(box.height, 10000));
    let letters = 0;
    for (const node of element.childNodes) if (node.nodeType === 3) letters += node.data.trim().length;
    if (letters === 0) continue;
    const colour = rgba(style.color);
    if (colour[3] === 0) continue;
    const drawn = ground ? over(colour, ground) : colour;
    add(drawn, 'text', Math.min(letters, 100000));
    if (!ground) continue;
    const size = Number.parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const key = [hex(drawn), hex(ground), needed].join(' ');
    const known = pairs.get(key);
    if (known) { known.letters += letters; continue; }
    pairs.set(key, { foreground: hex(drawn), background: hex(ground), ratio: Math.floor(contrast(drawn, ground) * 100) / 100, needed, letters, selector: wayTo(element) });
  }
  const isBad = ({ ratio, needed }) => ratio < needed;
  return {
    colours: [...colours.values()].map((one) => ({ ...one, area: Math.round(one.area) }))
      .sort((a, b) => b.area + 100 * b.text - a.area - 100 * a.text).slice(0, ${MOST_COLOURS}),
    // Those that fail first, so that none of them is cut.
    pairs: [...pairs.values()].sort((a, b) => isBad(b) - isBad(a) || b.letters - a.letters).slice(0, ${MOST_PAIRS}),
  };
})()`;

/** Reads the links and buttons of the screen as it is now; none where the page keeps it from that. */
export const findTargets = (world: IsolatedWorld): Promise<ClickTarget[]> =>
  world.evaluate<ClickTarget[]>(TARGETS_SCRIPT).catch(() => []);

/** Reads the colours of a page; undefined where the page keeps it from that. */
export const findColours = (
  world: IsolatedWorld,
): Promise<Pick<PageLooks, 'colours' | 'pairs'> | undefined> =>
  world.evaluate<Pick<PageLooks, 'colours' | 'pairs'>>(COLOURS_SCRIPT).catch(() => undefined);

const hex = Joi.string()
  .pattern(/^#[0-9a-f]{6}$/)
  .required();
const amount = Joi.number().min(0).required();
const way = Joi.string().allow('').max(400).required();

const targets = Joi.array()
  .items(
    Joi.object({
      selector: way,
      hash: Joi.string().allow('').max(12).required(),
      text: Joi.string().allow('').max(80).required(),
      box: Joi.array().items(Joi.number()).length(4).required(),
    }),
  )
  .max(MOST_TARGETS)
  .required();

/**
 * The answer a renderer may give about a page's looks. It runs the page's code, and is trusted as
 * little.
 */
export const looksSchema: Joi.ObjectSchema<PageLooks> = Joi.object<PageLooks>({
  colours: Joi.array()
    .items(Joi.object({ hex, text: amount, area: amount }))
    .max(MOST_COLOURS)
    .required(),
  pairs: Joi.array()
    .items(
      Joi.object({
        foreground: hex,
        background: hex,
        ratio: Joi.number().min(1).max(21).required(),
        needed: Joi.number().valid(3, 4.5).required(),
        letters: amount,
        selector: way,
      }),
    )
    .max(MOST_PAIRS)
    .required(),
  targets: Joi.object({ phone: targets, desktop: targets }).required(),
});
