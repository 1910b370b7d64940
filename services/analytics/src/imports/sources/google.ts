import { channelOf } from '../../collect/intake/channel.ts';
import { browserNamed, deviceNamed, systemNamed } from '../../collect/intake/user-agent.ts';
import {
  campaignNamed,
  countryNamed,
  eventNamed,
  languageNamed,
  pageNamed,
  referrerNamed,
} from '../named-values.ts';
import type { ImportSource } from '../read-rows.ts';
import { ImportRefusedError } from '../tally.ts';
import type { ImportTarget } from '../tally.ts';
import { createVisitTally } from '../visit-tally.ts';
import type { ImportedHit } from '../visit-tally.ts';
import { openGoogleReports, isAutomatic } from './google-report.ts';

type Json = Readonly<Record<string, unknown>>;

const objectIn = (record: Json, name: string): Json => {
  const value = record[name];
  return typeof value === 'object' && value !== null ? (value as Json) : {};
};

const textIn = (record: Json, name: string): string => {
  const value = record[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const known = (text: string): string => (/^\(.*\)$/.test(text) ? '' : text);

/** The parameters of an event: a list of keys, each with a value of one of several types. */
const paramsOf = (record: Json): ReadonlyMap<string, string> => {
  const params: unknown = record['event_params'];
  if (!Array.isArray(params)) return new Map();
  return new Map(
    (params as readonly unknown[])
      .filter((each): each is Json => typeof each === 'object' && each !== null)
      .map((each) => {
        const value = objectIn(each, 'value');
        const text = ['string_value', 'int_value', 'double_value', 'float_value']
          .map((type) => textIn(value, type))
          .find((found) => found !== '');
        return [textIn(each, 'key'), text ?? ''];
      }),
  );
};

/** Converts microseconds since 1970 to milliseconds. @throws ImportRefusedError for an invalid time */
const timeOf = (record: Json, line: number): number => {
  const text = textIn(record, 'event_timestamp');
  const time = /^\d{10,17}$/.test(text) ? Math.floor(Number(text) / 1000) : Number.NaN;
  if (time < Date.UTC(2100, 0, 1)) return time;
  throw new ImportRefusedError(`Line ${line}: “${text.slice(0, 40)}” in event_timestamp is not a time.`);
};

const dimensionsOf = (record: Json, params: ReadonlyMap<string, string>, target: ImportTarget) => {
  const device = objectIn(record, 'device');
  const geo = objectIn(record, 'geo');
  const collected = objectIn(record, 'collected_traffic_source');
  const manual = (name: string, param: string): string =>
    known(textIn(collected, name) || (params.get(param) ?? ''));
  const sources = {
    utm_source: manual('manual_source', 'source'),
    utm_medium: manual('manual_medium', 'medium'),
    utm_campaign: manual('manual_campaign_name', 'campaign'),
    utm_term: manual('manual_term', 'term'),
    utm_content: manual('manual_content', 'content'),
  };
  // A source that Google detected is not a campaign: the referrer has it.
  const isFound = ['', 'organic', 'referral'].includes(sources.utm_medium.toLowerCase());
  const campaign = campaignNamed((param) => (isFound ? '' : sources[param]), target);
  const referrer = referrerNamed(
    params.get('page_referrer') || (isFound ? sources.utm_source : ''),
    target.domain,
  );
  const isAdClick = textIn(collected, 'gclid') !== '' || params.has('gclid');
  return {
    referrer,
    ...campaign,
    channel: channelOf({
      referrer,
      source: campaign.utm_source.toLowerCase(),
      medium: campaign.utm_medium.toLowerCase(),
      campaign: campaign.utm_campaign,
      isAdClick,
    }),
    country: countryNamed(textIn(geo, 'country')),
    region: known(textIn(geo, 'region')),
    city: known(textIn(geo, 'city')),
    browser: browserNamed(textIn(objectIn(device, 'web_info'), 'browser') || textIn(device, 'browser')),
    os: systemNamed(textIn(device, 'operating_system')),
    device: deviceNamed(textIn(device, 'category')),
    language: languageNamed(textIn(device, 'language')),
  };
};

/** The page of an event: path and query, with the host in front if it is another one. */
const pageOf = (params: ReadonlyMap<string, string>, target: ImportTarget): string => {
  const url = URL.parse(params.get('page_location') ?? '');
  return url ? pageNamed(`${url.pathname}${url.search}`, url.hostname, target) : '';
};

/**
 * Reads a line of the tables `events_…` that Analytics 4 writes to BigQuery: an event each.
 * @returns undefined for what Google counts by itself
 */
const readBigQueryEvent = (record: Json, line: number, target: ImportTarget): ImportedHit | undefined => {
  const name = textIn(record, 'event_name');
  if (name === '' || record['event_timestamp'] === undefined)
    throw new ImportRefusedError(
      `Line ${line} is no event of Analytics 4: it lacks event_name or event_timestamp.`,
    );
  if (name !== 'page_view' && isAutomatic(name)) return undefined;
  const params = paramsOf(record);
  const visitor = textIn(record, 'user_pseudo_id') || textIn(record, 'user_id');
  const session = params.get('ga_session_id') ?? '';
  const time = timeOf(record, line);
  return {
    time,
    visitor: visitor || `${session} ${time}`,
    visit: session === '' && visitor === '' ? `${line}` : `${visitor} ${session}`,
    page: pageOf(params, target),
    event: name === 'page_view' ? null : eventNamed(name),
    dimensions: dimensionsOf(record, params, target),
  };
};

/**
 * Google Analytics 4: reports as CSV (days, or days by one dimension each), and its export to BigQuery as
 * JSON, an event a line.
 */
export const ga4: ImportSource = {
  id: 'ga4',
  start: (target) => {
    const reports = openGoogleReports(target);
    const visits = createVisitTally(target);
    return {
      ...reports,
      openJson: () => (record, line) => {
        const hit = readBigQueryEvent(record, line, target);
        if (hit !== undefined) visits.add(hit);
      },
      async finish(signal) {
        await visits.finish(signal);
        await reports.finish(signal);
      },
    };
  },
};

/** Reports of Universal Analytics, Google's program until 2024, as CSV. */
export const universalAnalytics: ImportSource = { id: 'universal_analytics', start: openGoogleReports };
