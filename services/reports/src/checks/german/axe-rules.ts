import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Locale {
  rules: Record<string, { help: string } | undefined>;
}

let locale: Locale | null = null;

/**
 * Returns a rule's title in axe-core's own German locale; undefined for one that it lacks. Read
 * once.
 */
export const germanRule = (id: string): string | undefined => {
  locale ??= JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('axe-core/locales/de.json'), 'utf8'),
  ) as Locale;
  return locale.rules[id]?.help.replace(/\.$/, '');
};
