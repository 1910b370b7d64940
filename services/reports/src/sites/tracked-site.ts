import type { Site, SiteProgress } from './site.ts';

export interface TrackedSite {
  readonly site: Site;
  readonly progress: SiteProgress;
}
