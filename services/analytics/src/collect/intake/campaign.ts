/** What the address of a visit's first page says of the campaign it came from. */
export type Campaign = Readonly<
  Record<'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_term' | 'utm_content', string>
>;

/** Short forms that people write for utm_source. */
const SOURCE_ALIASES = ['ref', 'source'];

const MAX_VALUE = 200;

/** True for the parameters that are read here. */
export const isCampaignParam = (name: string): boolean =>
  SOURCE_ALIASES.includes(name) || Object.hasOwn(NO_UTM, name);

/** Of an address without parameters. */
export const NO_UTM: Campaign = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

/** The short form that a link uses in the place of `utm_source`. */
export const aliasOf = (parameters: URLSearchParams): string | undefined =>
  (parameters.get('utm_source') ?? '').trim() === ''
    ? SOURCE_ALIASES.find((name) => (parameters.get(name) ?? '').trim() !== '')
    : undefined;

/** Reads the campaign of an address' parameters. */
export const readUtm = (parameters: URLSearchParams): Campaign => {
  const value = (name: string): string =>
    (parameters.get(name) ?? '').trim().slice(0, MAX_VALUE).replaceAll('\0', '').toWellFormed();
  const alias = aliasOf(parameters);
  return {
    utm_source: value('utm_source') || (alias === undefined ? '' : value(alias)),
    utm_medium: value('utm_medium'),
    utm_campaign: value('utm_campaign'),
    utm_term: value('utm_term'),
    utm_content: value('utm_content'),
  };
};
