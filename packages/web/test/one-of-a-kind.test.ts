import { acrossTexts } from '../src/i18n/across.ts';
import { english } from '../src/i18n/english.ts';
import { statistics } from '../src/i18n/english/statistics.ts';
import { german } from '../src/i18n/german.ts';
import { statistics as statisticsGerman } from '../src/i18n/german/statistics.ts';
import { returnsTexts } from '../src/i18n/returns.ts';
import { rollupTexts } from '../src/i18n/rollup.ts';
import { language } from '../src/i18n/spoken.ts';
import { visitsTexts } from '../src/i18n/visits.ts';

type Text = (...values: readonly unknown[]) => unknown;

/** The texts below an object that are made with values, by their path. */
const made = (texts: object, path: string): [string, Text][] =>
  Object.entries(texts).flatMap(([name, text]: [string, unknown]): [string, Text][] => {
    const at = `${path}.${name}`;
    if (typeof text === 'function') return [[at, text as Text]];
    return typeof text === 'object' && text !== null ? made(text, at) : [];
  });

/** Their numbers are never one: choices of days, and how many are too many. */
const NEVER_ONE =
  /\.(?:allWebsites|someWebsites|tooMany|older|busy|lastDays|previewed|keys\.days|repairOf|mailed|started)$/;

/** Numbers and their digits: which of both a text takes shows in its type only. */
const ONES = [[1], ['1'], ['1', 1], [1, '1']] as const;

const sayOne = (text: Text, ones: readonly unknown[]): string => {
  try {
    return String(text(...Array.from({ length: text.length }, (_, place) => ones[place % ones.length])));
  } catch {
    // It takes something else than numbers.
    return '';
  }
};

/** Texts that say `1 days` for one of them. */
const wrongForOne = (catalogues: readonly object[], plural: RegExp): string[] =>
  catalogues
    .flatMap((texts, index) => made(texts, String(index)))
    .filter(([path]) => !NEVER_ONE.test(path))
    .filter(([, text]) => ONES.every((ones) => plural.test(sayOne(text, ones))))
    .map(([path, text]) => `${path}: ${sayOne(text, ['1'])}`);

describe('texts about one thing', () => {
  it('have a singular in English', () => {
    const catalogues = [english, acrossTexts(), returnsTexts(), rollupTexts(), statistics, visitsTexts()];
    expect(
      wrongForOne(catalogues, /(?<![→\d]|of )\b1 (?!waits\b|asks\b|compared\b|as\b|is\b|ms\b)[a-z]+s\b/),
    ).toEqual([]);
  });

  it('have one in German', () => {
    language.value = 'de';
    const catalogues = [
      german,
      acrossTexts(),
      returnsTexts(),
      rollupTexts(),
      statisticsGerman,
      visitsTexts(),
    ];
    const plurals =
      'Tagen?|Seiten|Zeilen|Punkten?|Besuchern|Besuche|Stunden|Tokens|Dateien|Websites|Buchstaben|Berichten?|Prüfungen|Monaten?|Sekunden|Minuten|Paaren?|Einträgen?|Versuchen?|Befunde|Orten|Farben';
    expect(wrongForOne(catalogues, new RegExp(`\\b1 (?:${plurals})\\b`))).toEqual([]);
  });
});
