import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';

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
    const years = [
      ...page.text.matchAll(
        /(?:©|\(c\)|copyright)[^.]{0,40}?((?:19|20)\d\d)(?:\s*(?:[-–—]|to|bis|à|until)\s*((?:19|20)\d\d|present|now|today|heute|aujourd|hoy|oggi))?/gi,
      ),
    ]
      .map(([, first, last]) => (/^[a-z]/i.test(last ?? '') ? now : Number(last ?? first)))
      .filter((year) => year <= now);
    if (years.length === 0) return notApplicable('The page shows no copyright year.');
    const value = Math.max(...years);
    const extras = { value, expected: `≥ ${now - 1}` };
    if (value >= now - 1) return pass(`The copyright year is ${value}.`, extras);
    return warn(`The copyright year is ${value}. Update it.`, extras);
  },
};
