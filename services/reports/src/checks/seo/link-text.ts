import { anchors, withoutHash } from '../../page/html/links.ts';
import { fail, notApplicable, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { count } from '../../page/quantities.ts';

/** Link texts that say nothing about the destination, by language. */
const EMPTY_PHRASES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    en: [
      'click here',
      'click this',
      'go',
      'here',
      'information',
      'learn more',
      'more',
      'more info',
      'more information',
      'right here',
      'read more',
      'see more',
      'start',
      'this',
    ],
    de: [
      ...['klicke hier', 'klicken sie hier', 'hier klicken', 'hier', 'mehr', 'mehr erfahren', 'mehr infos'],
      ...[
        'mehr informationen',
        'mehr lesen',
        'siehe',
        'dies',
        'das',
        'weiterlesen',
        'weiter lesen',
        'details',
      ],
    ],
    es: [
      'click aquí',
      'click aqui',
      'clicka aquí',
      'clicka aqui',
      'pincha aquí',
      'pincha aqui',
      'aquí',
      'aqui',
      'más',
      'mas',
      'más información',
      'más informacion',
      'mas información',
      'mas informacion',
      'este',
      'enlace',
      'este enlace',
      'empezar',
    ],
    pt: ['clique aqui', 'ir', 'mais informação', 'mais informações', 'mais', 'veja mais'],
    sv: ['här', 'klicka här', 'läs mer', 'mer', 'mer info', 'mer information'],
    ja: [
      'こちら',
      'ここ',
      '詳細',
      '詳しくはこちら',
      'もっと見る',
      'ここをクリック',
      'こちらをクリック',
      'リンク',
      '続きを読む',
      '続く',
      '全文表示',
    ],
    ko: ['여기', '여기를 클릭', '클릭', '링크', '자세히', '자세히 보기', '계속', '이동', '전체 보기'],
    fr: ['cliquez ici', 'ici', 'en savoir plus', 'lire la suite', 'plus', 'voir plus'],
  }),
);

const ANY = new Set([...EMPTY_PHRASES.values()].flat());

export const linkText: Check = {
  meta: {
    id: 'link-text',
    category: 'seo',
    title: 'Link text describes the destination',
    failureTitle: 'Link text doesn’t describe the destination',
    importance: 'medium',
    basis: 'content',
    docs: {
      why: 'Link text tells search engines, and people who jump from link to link, what to expect.',
      thresholds: 'Pass: no link text is a stock phrase such as “click here”. Fail: one is.',
      fix: 'Replace “read more” with what there is to read: “Read the price list”.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/seo/link-text',
        'https://developers.google.com/search/docs/crawling-indexing/links-crawlable#anchor-text',
      ],
    },
  },
  run({ page }) {
    const here = withoutHash(page.url);
    const links = anchors(page).filter(
      ({ url, rel, text, element }) =>
        url !== null &&
        !element.hidden &&
        url.protocol !== 'javascript:' &&
        url.protocol !== 'mailto:' &&
        withoutHash(url) !== here &&
        !rel.includes('nofollow') &&
        text !== '',
    );
    if (links.length === 0) return notApplicable('The page has no links with text.');
    const vague = links.filter(({ element: { language }, text }) => {
      const phrase = text.toLowerCase();
      return language === null ? ANY.has(phrase) : (EMPTY_PHRASES.get(language)?.includes(phrase) ?? false);
    });
    const items = vague.map(({ text, href, element }) => ({ snippet: text, note: href, at: element }));
    if (vague.length === 0) return pass('Every link text describes its destination.', { value: 0 });
    return fail(
      `${count(vague.length, 'link text doesn’t', 'link texts don’t')} describe the destination. Name it in the text.`,
      { value: vague.length, expected: '0', items },
    );
  },
};
