import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

export type SourceGroup = 'search' | 'social' | 'assistant';

/** A website that visits come from, as people name it. */
export interface Source {
  readonly name: string;
  /** Its best known host, without `www.`, which stands for all of its hosts. */
  readonly host: string;
  readonly group: SourceGroup;
}

/** Sources by host; `{}` in a host stands for a country or a top-level domain. */
export type SourceIndex = ReadonlyMap<string, Source>;

const read = (file: string): Readonly<Record<string, unknown>> =>
  parse(readFileSync(new URL(`./lists/${file}`, import.meta.url), 'utf8')) as Record<string, unknown>;

/** Search engines have several definitions, each with hosts; the other lists have hosts at once. */
const hostsOf = (definition: unknown): readonly string[] =>
  (Array.isArray(definition) ? definition : []).flatMap((item: unknown): string[] => {
    if (typeof item === 'string') return [item];
    const { urls } = item as { readonly urls?: readonly string[] };
    return [...(urls ?? [])];
  });

const bare = (host: string): string => host.toLowerCase().replace(/^www\d?\./, '');

/** Reads the lists of `lists/`: Matomo's, in the public domain. Earlier lists win. */
export const readLists = (): SourceIndex => {
  const index = new Map<string, Source>();
  const add = (group: SourceGroup, file: string): void => {
    for (const [name, definition] of Object.entries(read(file))) {
      // A path as in `x.com/i/grok` can't be told from a host alone.
      const hosts = hostsOf(definition)
        .filter((host) => !host.includes('/'))
        .map(bare);
      const [first] = hosts;
      if (first === undefined) continue;
      const source = { name, group, host: first.replace(/^\{\}\./, '').replace('{}', 'com') };
      for (const host of hosts) if (!index.has(host)) index.set(host, source);
    }
  };
  add('assistant', 'AIAssistants.yml');
  add('social', 'Socials.yml');
  add('search', 'SearchEngines.yml');
  return index;
};
