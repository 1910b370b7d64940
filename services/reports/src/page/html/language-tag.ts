const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/**
 * Whether the primary subtag of a BCP 47 tag is a language: of two letters by ISO 639-1, of three by
 * form, unless the language has two (`eng` is `en`; RFC 5646 §2.2.1).
 */
export const isLanguage = (tag: string): boolean => {
  const primary = (tag.split('-')[0] ?? '').toLowerCase();
  if (/^[a-z]{3}$/.test(primary)) return new Intl.Locale(primary).language === primary;
  return /^[a-z]{2}$/.test(primary) && languages.of(primary) !== undefined;
};

/** Known to Unicode, yet no country's code: the United Kingdom is GB, and a union has no code. */
const NO_COUNTRIES = new Set(['UK', 'EU', 'EZ', 'UN']);

/**
 * Whether the tag's region subtag, if there is one, is a region of ISO 3166-1 or UN M.49.
 */
export const hasKnownRegion = (tag: string): boolean => {
  const region = tag
    .split('-')
    .slice(1)
    .find((subtag) => /^(?:[a-z]{2}|[0-9]{3})$/i.test(subtag));
  if (region === undefined) return true;
  return !NO_COUNTRIES.has(region.toUpperCase()) && regions.of(region.toUpperCase()) !== undefined;
};
