import { createTranslate } from '@platform/errors';
import type { Language, Translate } from '@platform/errors';

import type { CheckMeta, CheckResult, CheckTitles } from './check.ts';
import type { CheckTexts } from './german/check-texts.ts';
import { germanRule } from './german/axe-rules.ts';
import { accessibilityFindings } from './german/accessibility-findings.ts';
import { accessibilityTexts } from './german/accessibility.ts';
import { contentFindings } from './german/content-findings.ts';
import { contentTexts } from './german/content.ts';
import { COMMON, CRITERIA, NOTES, NOTICES, PARTS } from './german/parts.ts';
import { performanceFindings } from './german/performance-findings.ts';
import { performanceTexts } from './german/performance.ts';
import { securityFindings } from './german/security-findings.ts';
import { securityTexts } from './german/security.ts';
import { seoFindings } from './german/seo-findings.ts';
import { seoTexts } from './german/seo.ts';
import { SITE_NOTES, TITLES } from './german/site-notes.ts';

const TEXTS: ReadonlyMap<string, CheckTexts> = new Map(
  Object.entries({
    ...seoTexts,
    ...performanceTexts,
    ...securityTexts,
    ...contentTexts,
    ...accessibilityTexts,
  }),
);

/** By check, as a sentence means what it says about its check only, and few are to be tried. */
const FINDINGS: ReadonlyMap<string, Translate> = new Map(
  Object.entries({
    ...seoFindings,
    ...performanceFindings,
    ...securityFindings,
    ...contentFindings,
    ...accessibilityFindings,
  }).map(([id, sentences]) => [id, createTranslate([...sentences, ...COMMON], PARTS)]),
);

/** By problem of a whole site. */
const PLACE_NOTES: ReadonlyMap<string, Translate> = new Map(
  Object.entries(SITE_NOTES).map(([id, sentences]) => [id, createTranslate(sentences)]),
);

const NOTE = createTranslate(NOTES, PARTS);
const NOTICE = createTranslate(NOTICES, PARTS);
/** The notice for a page that is empty before its scripts run. */
const BEFORE_SCRIPTS = 'Before scripts ran: ';

/** The German of a check's texts; undefined for a check that this version doesn't know. */
export const germanTexts = (id: string): CheckTexts | undefined => TEXTS.get(id);

/** A check's documentation. */
export const textsOfCheck = (language: Language, { id, title, failureTitle, docs }: CheckMeta): CheckTexts =>
  (language === 'de' ? TEXTS.get(id) : undefined) ?? { title, failureTitle, ...docs };

/** Success criteria of WCAG 2.2 by number and name. */
export const criteriaIn = (language: Language, criteria: readonly string[]): string[] =>
  criteria.map((one) => (language === 'de' ? (CRITERIA[one] ?? one) : one));

/** Title of a rule of axe-core. */
export const ruleIn = (language: Language, id: string, help: string): string =>
  (language === 'de' ? germanRule(id) : undefined) ?? help;

/**
 * Returns a check's title by its id, as titles in stored results may be those of earlier versions.
 */
export const titlesIn = (language: Language, id: string, titles: CheckTitles): CheckTitles => {
  const texts = language === 'de' ? TEXTS.get(id) : undefined;
  return texts === undefined ? titles : { pass: texts.title, fail: texts.failureTitle };
};

/** Returns a check's message in a language; a sentence that the catalogue lacks stays English. */
export const messageIn = (language: Language, id: string, message: string): string => {
  if (language === 'en') return message;
  if (!message.startsWith(BEFORE_SCRIPTS)) return FINDINGS.get(id)?.(message) ?? message;
  return `Bevor Skripte liefen: ${messageIn(language, id, message.slice(BEFORE_SCRIPTS.length))}`;
};

/** A notice of an audit, the reason why a run failed, or how its rendering went. */
export const noticeIn = <Text extends string | null>(language: Language, text: Text): Text | string =>
  language === 'en' || text === null ? text : (NOTICE(text) ?? text);

/** A note beside a place with a problem of a whole site; what it quotes stays as it is. */
export const placeNoteIn = (language: Language, problem: string, note: string): string =>
  language === 'en' ? note : (PLACE_NOTES.get(problem)?.(note) ?? note);

/** The title of a category or of a problem of whole sites. */
export const titleIn = (language: Language, title: string): string =>
  language === 'en' ? title : (TITLES[title] ?? title);

/** A rule of axe-core as `accessibility-rules` notes it: its words, its id and its criteria. */
const RULE = /^(?<help>.+) (?<rest>\((?<id>[a-z0-9-]+)(?:, WCAG [\d.]+)*\))$/s;

const axeNote = (text: string): string | undefined => {
  const { help = '', rest = '', id = '' } = RULE.exec(text)?.groups ?? {};
  const german = id === '' ? undefined : germanRule(id);
  return german === undefined || help === '' ? undefined : `${german} ${rest}`;
};

/** A note beside something found, or what was expected. */
export const noteIn = (language: Language, text: string): string =>
  language === 'en' ? text : (axeNote(text) ?? PARTS[text] ?? NOTE(text) ?? text);

/** A check's result for people who read a language. What it quotes from the page stays as it is. */
export const checkIn = <Check extends CheckResult>(language: Language, check: Check): Check => {
  if (language === 'en') return check;
  const titles = titlesIn(language, check.id, check.titles);
  return {
    ...check,
    titles,
    title: check.title === check.titles.fail ? titles.fail : titles.pass,
    message: messageIn(language, check.id, check.message),
    expected: check.expected === null ? null : noteIn(language, check.expected),
    items: check.items.map((item) => ({
      ...item,
      note: item.note === null ? null : noteIn(language, item.note),
    })),
  };
};

/** Checks of a comparison for people who read a language. */
export const comparedIn = <Compared extends Pick<CheckResult, 'id' | 'title' | 'titles' | 'message'>>(
  language: Language,
  checks: readonly Compared[],
): readonly Compared[] =>
  checks.map((check) => {
    const titles = titlesIn(language, check.id, check.titles);
    return {
      ...check,
      titles,
      title: check.title === check.titles.fail ? titles.fail : titles.pass,
      message: messageIn(language, check.id, check.message),
    };
  });
