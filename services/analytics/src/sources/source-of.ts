import { readLists } from './read-lists.ts';
import type { Source } from './read-lists.ts';

const INDEX = readLists();

/** By the host that stands for them: the names that people know. */
const NAMES: ReadonlyMap<string, string> = new Map(
  [...INDEX.values()].reverse().map(({ host, name }) => [host, name]),
);

/** What may stand in the place of `{}` at a host's end: `de`, `com`, `co.uk`, `com.br`. */
const TOP_LEVEL = /^(.+?\.)(?:(?:com|org|net|co|it|edu)\.[a-z]{2}|[a-z]{2,3})$/;
const COUNTRY = /^[a-z]{2,3}\.(.+)$/;

const exactly = (host: string): Source | undefined => {
  const [, stem] = TOP_LEVEL.exec(host) ?? [];
  const [, rest] = COUNTRY.exec(host) ?? [];
  return (
    INDEX.get(host) ??
    (stem === undefined ? undefined : INDEX.get(`${stem}{}`)) ??
    (rest === undefined ? undefined : INDEX.get(`{}.${rest}`))
  );
};

/**
 * The source that a host belongs to. Subdomains belong to social networks and assistants; those of
 * search engines may be anything (`docs.google.com`), so each has to be in the list.
 * @param host in lower case, without `www.`
 */
export const sourceOf = (host: string): Source | undefined => {
  const found = exactly(host);
  if (found !== undefined) return found;
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
    const parent = INDEX.get(host.slice(dot + 1));
    if (parent !== undefined && parent.group !== 'search') return parent;
  }
  return undefined;
};

const HOSTS: ReadonlyMap<string, string> = new Map([...NAMES].map(([host, name]) => [name, host]));

/**
 * The host of a source, given the name people know it by: `Google` is google.com; undefined for
 * unknown names.
 */
export const hostOfSource = (name: string): string | undefined => HOSTS.get(name);

/** A host as people name it: `google.com` as Google. */
export const sourceName = (host: string): string => NAMES.get(host) ?? host;
