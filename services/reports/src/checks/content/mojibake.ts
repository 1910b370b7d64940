import { fail, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';

/** UTF-8 read as windows-1252: Ã¤ for ä, â€™ for ’, Â followed by a no-break space. */
const TWICE_ENCODED = /(?:Ã[\u0080-\u00BF¤¶¼Ÿ„–œ©¨ª«¡³º±§]|â€[™œ\u009D“”˜¦¢]|Â[\u00A0©®°»«])/g;

export const mojibake: Check = {
  meta: {
    id: 'mojibake',
    category: 'content',
    title: 'No text is garbled',
    failureTitle: 'Text is garbled',
    importance: 'high',
    basis: 'content',
    rare: true,
    docs: {
      why: 'Text such as “GrÃ¶ÃŸe” or “�” was stored or sent in a different encoding than declared.',
      thresholds: 'In visible text, except code samples. Pass: none. Warn: up to 2 places. Fail: more.',
      fix: 'Find where the encoding changes (file, database connection or header) and use UTF-8 throughout.',
      sources: ['https://www.w3.org/International/questions/qa-what-is-encoding'],
    },
  },
  run({ page, artifacts }) {
    const around = ({ index }: RegExpExecArray) => ({
      snippet: page.prose.slice(Math.max(0, index - 20), index + 20),
      at: page.proseAt(index),
    });
    const twice = [...page.prose.matchAll(TWICE_ENCODED)].map(around);
    const broken = [...page.prose.matchAll(/\uFFFD/g)].map(around);
    const value = twice.length + Math.max(broken.length, artifacts.charset.errors);
    const extras = { value, expected: '0', items: [...twice, ...broken] };
    if (value === 0) return pass('No garbled letters.', { value });
    const message = `Text is garbled in ${value === 1 ? 'one place' : `${value} places`}. Use UTF-8 from the database to the page.`;
    return value <= 2 ? warn(message, extras) : fail(message, extras);
  },
};
