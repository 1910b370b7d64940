import type { PageArtifacts, ResourceFacts, ResourceKind } from './page-artifacts.ts';

/** A resource that gave an answer, whatever its status. */
export type AnsweredResource = Extract<ResourceFacts, { ok: true }>;

/** The resources that gave an answer, of these kinds or of all. */
export function answered(artifacts: PageArtifacts, ...kinds: ResourceKind[]): AnsweredResource[] {
  return artifacts.resources.filter(
    (resource): resource is AnsweredResource =>
      resource.ok && (kinds.length === 0 || kinds.includes(resource.kind)),
  );
}

/** Bytes on the wire, or the nearest that is known; 0 when nothing is. */
export function sizeOf(resource: AnsweredResource): number {
  return resource.transferBytes ?? resource.decodedBytes ?? 0;
}

/** How long a cache may keep it without asking, in seconds; null when nothing is said. */
export function lifetimeOf(resource: AnsweredResource): number | null {
  const header = resource.headers.find(([name]) => name === 'cache-control')?.[1].toLowerCase();
  if (header !== undefined) {
    if (/(?:^|[\s,])(?:no-store|no-cache)(?:[\s,=]|$)/.test(header)) return 0;
    const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,12})/.exec(header)?.[1];
    if (maxAge !== undefined) return Number(maxAge);
  }
  const expires = Date.parse(resource.headers.find(([name]) => name === 'expires')?.[1] ?? '');
  const date = Date.parse(resource.headers.find(([name]) => name === 'date')?.[1] ?? '');
  return Number.isNaN(expires) || Number.isNaN(date)
    ? null
    : Math.max(0, Math.round((expires - date) / 1000));
}
