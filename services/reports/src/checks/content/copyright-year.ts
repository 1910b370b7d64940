import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute, textOf } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import type { Page } from '../../page/html/page.ts';

/** Where a page has its notice, by the names of what is around. */
const FOOTER = /foot|copyright|legal|imprint|colophon/i;
const NOTICE = /^[^\p{L}\p{N}©]{0,5}(?:©|\(c\)|copyright)/iu;

const isFooter = (element: PageElement): boolean =>
  element.name === 'footer' ||
  attribute(element, 'role') === 'contentinfo' ||
  FOOTER.test(`${attribute(element, 'id') ?? ''} ${attribute(element, 'class') ?? ''}`);

/** The first text of an element that isn't empty, of its own or of what it holds. */
const isNotice = (element: PageElement): boolean => NOTICE.test(textOf(element));

/**
 * The texts of a page that may be its copyright notice: those that begin with ©, and those in a footer.
 * In running text, © names the owner of something else.
 */
const noticesOf = (page: Page): { text: string; at: PageElement }[] => {
  const found: { text: string; at: PageElement }[] = [];
  const holders = new Set(Array.from(page.text.matchAll(MARK), ({ index }) => page.textAt(index)));
  for (const element of holders) {
    if (element === null) continue;
    const around = [element, element.parent, element.parent?.parent, element.parent?.parent?.parent];
    const block = element.parent !== null && textOf(element).length < 15 ? element.parent : element;
    if (isNotice(block) || around.some((one) => one && isFooter(one)))
      found.push({ text: textOf(block), at: block });
  }
  return found;
};

const UNTIL_NOW = /\d(?:\s*[-–—]|\s+(?:to|bis|à|until))\s*(?:present|now|today|heute|aujourd|hoy|oggi)/i;
const MARK = /©|\(c\)|copyright/gi;

export const copyrightYear: Check = {
  meta: {
    id: 'copyright-year',
    category: 'content',
    title: 'The copyright year is current',
    failureTitle: 'The copyright year is out of date',
    importance: 'low',
    basis: 'content',
    docs: {
      why: 'An outdated footer makes visitors wonder whether the site is still maintained.',
      thresholds:
        'The latest year after © in the text (“present” is this one), compared with the report’s date. Pass: this year or last year. Warn: older. Not applicable without one.',
      fix: 'Generate the year from the date, or leave it out.',
      sources: ['https://www.copyright.gov/circs/circ03.pdf'],
    },
  },
  run({ page, artifacts }) {
    const now = new Date(artifacts.gatheredAt).getUTCFullYear();
    const notices = noticesOf(page);
    const said = notices.map(({ text }) => text).join('. ');
    const years = [...said.matchAll(/(?:©|\(c\)|copyright)[^.]{0,60}/gi)]
      .flatMap(([notice]) => [
        ...Array.from(notice.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g), Number),
        ...(UNTIL_NOW.test(notice) ? [now] : []),
      ])
      .filter((year) => year <= now);
    if (years.length === 0) return notApplicable('The page shows no copyright year.');
    const value = Math.max(...years);
    const extras = {
      value,
      expected: `≥ ${now - 1}`,
      items: notices
        .filter(({ text }) => text.includes(String(value)))
        .map(({ text, at }) => ({ snippet: text, at })),
    };
    if (value >= now - 1) return pass(`The copyright year is ${value}.`, extras);
    return warn(`The copyright year is ${value}. Update it.`, extras);
  },
};
