import { statistics as english } from '../i18n/english/statistics.ts';
import type { StatisticsTexts } from '../i18n/english/statistics.ts';
import { statistics as german } from '../i18n/german/statistics.ts';
import { language } from '../i18n/spoken.ts';
import type { Language } from '../i18n/spoken.ts';
import type { CardId, ListId } from './definitions.ts';
import type { Column, Metric, Preset } from './source.ts';
import type { Comparison, Interval, Operator } from './view.ts';

type Named<Id extends string> = Readonly<Record<Id, string>>;

/** The texts, with a name for everything that the API knows: what it adds is a type error until it has one. */
interface Texts extends StatisticsTexts {
  readonly columns: Named<Column> & StatisticsTexts['columns'];
  readonly lists: Named<ListId> & StatisticsTexts['lists'];
  readonly metrics: Named<Metric> & StatisticsTexts['metrics'];
  readonly periods: Named<Preset | 'realtime'> & StatisticsTexts['periods'];
  readonly comparisons: Named<Comparison> & StatisticsTexts['comparisons'];
  readonly intervals: Named<Interval> & StatisticsTexts['intervals'];
  readonly operators: Named<Operator> & StatisticsTexts['operators'];
  readonly cards: Named<CardId> & StatisticsTexts['cards'];
}

const CATALOGUES: Readonly<Record<Language, Texts>> = { en: english, de: german };

/** The texts of the statistics in the present language. */
export const statisticsTexts = (): Texts => CATALOGUES[language.value];
