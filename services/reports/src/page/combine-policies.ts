/** Directives with their sources, lower case. */
export type Policy = Map<string, Set<string>>;

/** A directive that may stand twice in a policy without making it invalid. */
const REPEATABLE = new Set(['report-uri', 'report-to']);

const SHORTEST = 'img-src'.length - 1;

const { compare } = new Intl.Collator('en');

interface Source {
  text: string;
  policy: number;
  keep: boolean;
}

/**
 * What several policies allow together. A source must be in all of them; of two sources in one
 * policy where one begins with the other, the shorter says it all. Null when a policy is too short
 * to be one or repeats a directive. The rules are MDN Observatory's, so that both come to the same
 * verdict.
 */
export const combine = (policies: readonly string[]): Policy | null => {
  const texts = policies.map((policy) => policy.replace(/[\r\n]/g, '').trim());
  if (texts.some((text) => text.length < SHORTEST)) return null;
  const combined = new Map<string, Source[]>();
  for (const [index, text] of texts.entries()) {
    const seen = new Set<string>();
    for (const [name, values] of directivesOf(text)) {
      if (seen.has(name) && !REPEATABLE.has(name)) return null;
      seen.add(name);
      const own = values.map((value): Source => ({ text: value, policy: index, keep: index === 0 }));
      const sources = index === 0 ? own : [...(combined.get(name) ?? []), ...own];
      sources.sort((a, b) => compare(a.text, b.text));
      thinOut(sources);
      const kept = sources.filter(({ keep }) => keep);
      combined.set(name, kept);
      if (index === 0 && texts.length > 1) for (const source of kept) source.keep = false;
    }
  }
  return new Map(
    [...combined].map(([name, sources]) => [
      name,
      new Set(sources.length === 0 ? ["'none'"] : sources.map(({ text }) => text)),
    ]),
  );
};

const directivesOf = (policy: string): [name: string, values: string[]][] => {
  return policy
    .split(';')
    .map((entry) => entry.trim().split(/\s+/))
    .filter(([name]) => name !== undefined && name !== '')
    .map(([name = '', ...values]) => {
      const directive = name.toLowerCase();
      // A source list without sources allows nothing.
      const isEmptyList = values.length === 0 && directive.endsWith('-src');
      return [directive, isEmptyList ? ["'none'"] : values.map((value) => value.toLowerCase())];
    });
};

const thinOut = (sources: readonly Source[]): void => {
  for (const [index, source] of sources.entries()) {
    const previous = sources[index - 1];
    if (previous === undefined) continue;
    if (source.policy === previous.policy && source.text.startsWith(previous.text)) source.keep = false;
    if (source.policy !== previous.policy && covers(previous.text, source.text)) source.keep = true;
  }
};

/** Whether a source's path covers another's: the same, or a folder that holds it. */
const covers = (wide: string, narrow: string): boolean => {
  if (wide === '') return true;
  const folder = wide.endsWith('/');
  const wideParts = folder ? wide.split('/').slice(0, -1) : wide.split('/');
  const narrowParts = narrow.split('/');
  if (folder ? wideParts.length + 1 > narrowParts.length : wideParts.length !== narrowParts.length)
    return false;
  return wideParts.every((part, index) => decoded(part) === decoded(narrowParts[index] ?? ''));
};

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

export const repeatsReporting = (policy: string): boolean => {
  const names = directivesOf(policy)
    .map(([name]) => name)
    .filter((name) => REPEATABLE.has(name));
  return new Set(names).size < names.length;
};
