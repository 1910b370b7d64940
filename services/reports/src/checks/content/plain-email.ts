import { pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { count } from '../../page/quantities.ts';

/** Domains that manuals use, which nobody has (RFC 2606), and the file names of sharper images. */
const NO_ADDRESS =
  /@(?:(?:[\w-]+\.)*example\.(?:com|net|org)|.*\.(?:example|test|invalid|localhost)|\dx\.\w+)$/i;

export const plainEmail: Check = {
  meta: {
    id: 'plain-email',
    category: 'content',
    title: 'E-mail addresses are hidden from harvesters',
    failureTitle: 'E-mail addresses are open to harvesters',
    importance: 'low',
    basis: 'content',
    rare: true,
    docs: {
      why: 'Spammers collect addresses from pages.',
      thresholds: 'In visible text, except code samples. Pass: none. Warn: one or more.',
      fix: 'Offer a form, or accept spam where an address must be visible.',
      sources: ['https://www.rfc-editor.org/rfc/rfc5322#section-3.4.1'],
    },
  },
  run({ page }) {
    const written = page.prose.matchAll(/[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}\b/gi);
    const found = [...new Map(written.map(({ 0: address, index }) => [address, index]))].filter(
      ([address]) => !NO_ADDRESS.test(address),
    );
    if (found.length === 0) return pass('No e-mail addresses in the text.', { value: 0 });
    return warn(
      `${count(found.length, 'e-mail address', 'e-mail addresses')} in the text. Consider a form.`,
      {
        value: found.length,
        expected: '0',
        items: found.map(([snippet, index]) => ({ snippet, at: page.proseAt(index) })),
      },
    );
  },
};
