/** Nobody's page tells itself by so many. */
export const MOST_PARAMETERS = 100;

/**
 * The text that a part of a query stands for. What isn't UTF-8 becomes U+FFFD, as browsers read it.
 * `decodeURIComponent` throws instead, which takes so long that a query of broken escapes held up
 * everybody else's hits for 50 ms.
 */
export const decodePart = (text: string): string => {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  const bytes = Buffer.from(spaced)
    .toString('latin1')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
};

/** The name in a pair of a query. */
export const nameOfPair = (pair: string): string => decodePart(pair.split('=', 1)[0] ?? '');

/** The first hundred pairs of a query (without its `?`), of those whose names `isWanted`. */
export const readQuery = (
  query: string,
  isWanted: (name: string) => boolean = () => true,
): readonly (readonly [name: string, value: string])[] =>
  query.split('&', MOST_PARAMETERS).flatMap((pair) => {
    const name = nameOfPair(pair);
    if (pair === '' || !isWanted(name)) return [];
    const at = pair.indexOf('=');
    return [[name, at < 0 ? '' : decodePart(pair.slice(at + 1))] as const];
  });
