/** Directives with their sources, lower case. */
export type Policy = Map<string, Set<string>>;

/** A directive that may stand twice in a policy without making it invalid. */
const REPEATABLE = new Set(['report-uri', 'report-to']);

const SHORTEST = 'img-src'.length - 1;

const { compare } = new Intl.Collator('en');

/** A policy as its directives stand in it, lower case. */
export interface ParsedPolicy {
  /** Characters of its text. */
  readonly length: number;
  readonly directives: readonly (readonly [name: string, values: readonly string[]])[];
}

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
export const combine = (policies: readonly ParsedPolicy[]): Policy | null => {
  if (policies.some(({ length }) => length < SHORTEST)) return null;
  const combined = new Map<string, Source[]>();
  for (const [index, { directives }] of policies.entries()) {
    const seen = new Set<string>();
    for (const [name, values] of directives) {
      if (seen.has(name) && !REPEATABLE.has(name)) return null;
      seen.add(name);
      const own = values.map((value): Source => ({ text: value, policy: index, keep: index === 0 }));
      const sources = index === 0 ? own : [...(combined.get(name) ?? []), ...own];
      if (sources.length > 1) sources.sort((a, b) => compare(a.text, b.text));
      thinOut(sources);
      // A page may have thousands of policies; what they all contain is kept only once.
      const kept = sources.filter(({ keep, text }, at) => keep && sources[at + 1]?.text !== text);
      combined.set(name, kept);
      if (index === 0 && policies.length > 1) for (const source of kept) source.keep = false;
    }
  }
  return new Map(
    [...combined].map(([name, sources]) => [
      name,
      new Set(sources.length === 0 ? ["'none'"] : sources.map(({ text }) => text)),
    ]),
  );
};

/** Reads one policy. */
export const parsePolicy = (policy: string): ParsedPolicy => {
  const text = policy
    .replace(/[\r\n]/g, '')
    .trim()
    .toLowerCase();
  const directives: [name: string, values: string[]][] = [];
  for (const entry of text.split(';')) {
    const [name = '', ...values] = entry.trim().split(/\s+/);
    if (name === '') continue;
    // A source list without sources allows nothing.
    const isEmptyList = values.length === 0 && name.endsWith('-src');
    directives.push([name, isEmptyList ? ["'none'"] : values]);
  }
  return { length: text.length, directives };
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

export const repeatsReporting = ({ directives }: ParsedPolicy): boolean => {
  const names = directives.map(([name]) => name).filter((name) => REPEATABLE.has(name));
  return new Set(names).size < names.length;
};
