/** A candidate of a srcset. */
export interface SrcsetCandidate {
  url: string;
  /** `2x` or `640w`; empty without one. */
  descriptor: string;
}

/**
 * The candidates of a srcset (HTML, "parse a srcset attribute"): a URL may contain commas, but not end
 * with one.
 */
export const srcsetCandidates = (srcset: string): SrcsetCandidate[] => {
  const found: SrcsetCandidate[] = [];
  let rest = srcset;
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '');
    const [token] = /^\S+/.exec(rest) ?? [];
    if (token === undefined) return found;
    rest = rest.slice(token.length);
    const url = token.replace(/(?<!,),+$/, '');
    let descriptor = '';
    if (url === token) {
      const end = /^(?:[^,(]|\([^)]*\)?)*/.exec(rest)?.[0] ?? '';
      descriptor = end.trim();
      rest = rest.slice(end.length);
    }
    found.push({ url, descriptor });
  }
};

/** Their URLs, as written. */
export const srcsetUrls = (srcset: string): string[] => srcsetCandidates(srcset).map(({ url }) => url);
