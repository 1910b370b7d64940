import type { DateRange, Preset } from '../calendar/date-range.ts';
import { localDay } from '../calendar/local-day.ts';
import type { CollectService } from '../collect/collect-service.ts';
import type { Sender } from '../collect/hit.ts';
import { NO_DETAILS } from '../collect/intake/hit-body.ts';
import type { HitBody } from '../collect/intake/hit-body.ts';
import { parsePageUrl } from '../collect/intake/page-url.ts';
import type { Questions } from '../stats/questions.ts';
import { belongsToDomain } from '../websites/domain-name.ts';
import type { Website } from '../websites/website.ts';
import type { Click, ElementClicks, SentClick } from './click.ts';
import type { ClicksStore } from './clicks-store.ts';

export interface ClicksQuery {
  readonly from?: string;
  readonly to?: string;
  readonly date_range?: Preset;
  readonly page?: string;
  readonly width?: 'narrow' | 'wide';
}

export interface ClicksServiceDeps {
  readonly questions: Pick<Questions, 'site' | 'range'>;
  readonly store: ClicksStore;
  readonly explain: CollectService['explain'];
  readonly findWebsite: (siteKey: string) => Promise<Website | undefined>;
  /** Resolves when a click has committed. @throws AppError `unavailable` past the deadline */
  readonly submit: (click: Click, deadline: number) => Promise<unknown>;
  readonly now: () => number;
}

export interface CountedClicks {
  readonly range: DateRange;
  readonly total: number;
  /** Pages with clicks, those with most first. */
  readonly pages: readonly { readonly page: string; readonly clicks: number }[];
  readonly elements: readonly ElementClicks[];
}

export interface ClicksService {
  /**
   * Counts a click, or leaves it out as a view of the page would be.
   * @param deadline by `performance.now()`
   */
  take(click: SentClick, sender: Sender, deadline: number): Promise<void>;
  /** @throws AppError `not_found`, or `invalid` for days that aren't a range */
  of(organisation: string, websiteId: number, query: ClicksQuery): Promise<CountedClicks>;
}

/** Beyond this, an index could not hold it. */
const MAX_PAGE = 512;
const MAX_LINK = 300;

/** A view of the page on which somebody clicked: clicks are left out where it would be. */
const viewOf = (siteKey: string, url: URL, isAutomated: boolean): HitBody => ({
  ...NO_DETAILS,
  siteKey,
  name: 'pageview',
  url,
  isAutomated,
});

/** The use cases of clicks by element. */
export const createClicksService = (deps: ClicksServiceDeps): ClicksService => {
  const { questions, store, explain, findWebsite, submit, now } = deps;

  /**
   * Returns the page under which this website stores a view of an address; undefined if it leaves
   * it out.
   */
  const pageOf = async (website: Website, url: URL, sender: Sender, isAutomated: boolean) => {
    const view = { body: viewOf(website.siteKey, url, isAutomated), sender, country: undefined };
    const { outcome, page } = await explain(website, view);
    return outcome === 'stored' && page !== null ? page.slice(0, MAX_PAGE) : undefined;
  };

  /** The website's own pages as its rules name them; others without their query. */
  const linkOf = async (website: Website, text: string, sender: Sender): Promise<string> => {
    const url = text === '' ? null : parsePageUrl(`https://${text}`);
    if (!url) return '';
    if (belongsToDomain(url.hostname, website.domain))
      return (await pageOf(website, url, sender, false))?.slice(0, MAX_LINK) ?? '';
    return `${url.host}${url.pathname}`.slice(0, MAX_LINK);
  };

  return {
    async take(click, sender, deadline) {
      const website = await findWebsite(click.siteKey);
      if (!website) return;
      const page = await pageOf(website, click.url, sender, click.isAutomated);
      if (page === undefined) return;
      const { selector, textHash, isNarrow } = click;
      const link = await linkOf(website, click.link, sender);
      const day = localDay(website.timezone, now());
      await submit({ websiteId: website.id, day, page, isNarrow, selector, textHash, link }, deadline);
    },
    async of(organisation, id, query) {
      const site = await questions.site(organisation, id);
      const range = await questions.range(site, query);
      return { range, ...(await store.of(id, range, query)) };
    },
  };
};
