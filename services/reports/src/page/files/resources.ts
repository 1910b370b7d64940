import type { PageArtifacts } from '../page-artifacts.ts';
import type { ResourceFacts, ResourceKind } from '../resource-facts.ts';

/** A resource whose server responded, whatever the status. */
export type AnsweredResource = Extract<ResourceFacts, { ok: true }>;

/** The resources that a browser loads to show the page. */
export const shownResources = ({ resources }: PageArtifacts): ResourceFacts[] =>
  resources.filter(({ isShown }) => isShown !== false);

/** The shown resources whose servers responded, of these kinds or all. */
export const answered = (artifacts: PageArtifacts, ...kinds: ResourceKind[]): AnsweredResource[] => {
  return shownResources(artifacts).filter(
    (resource): resource is AnsweredResource =>
      resource.ok && (kinds.length === 0 || kinds.includes(resource.kind)),
  );
};

/** The share of a text’s bytes that gzip takes away, as on most pages. */
export const COMPRESSED_AWAY = 0.7;

/** Bytes on the wire, else decoded bytes, else 0. */
export const sizeOf = (resource: AnsweredResource): number => {
  return resource.transferBytes ?? resource.decodedBytes ?? 0;
};

/** Cache lifetime in seconds; null when the response declares none. */
export const lifetimeOf = (resource: AnsweredResource): number | null => {
  const header = resource.headers
    .flatMap(([name, value]) => (name === 'cache-control' ? [value.toLowerCase()] : []))
    .join(', ');
  if (header !== '') {
    if (/(?:^|[\s,])(?:no-store|no-cache)(?:[\s,=]|$)/.test(header)) return 0;
    const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,12})/.exec(header)?.[1];
    if (maxAge !== undefined) return Number(maxAge);
  }
  const expires = Date.parse(resource.headers.find(([name]) => name === 'expires')?.[1] ?? '');
  const date = Date.parse(resource.headers.find(([name]) => name === 'date')?.[1] ?? '');
  return Number.isNaN(expires) || Number.isNaN(date)
    ? null
    : Math.max(0, Math.round((expires - date) / 1000));
};
