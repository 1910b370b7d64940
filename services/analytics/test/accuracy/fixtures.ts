import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

/** A user agent and what a public suite says it is. */
export interface AgentSample {
  readonly userAgent: string;
  /** Empty where the suite doesn't tell. */
  readonly browser: string;
  readonly browserVersion: string;
  readonly os: string;
  readonly osVersion: string;
  readonly device: string;
}

export interface Fixtures {
  /** Real browsers, by the suite they come from. */
  readonly browsers: Readonly<Record<string, readonly string[]>>;
  readonly crawlers: Readonly<Record<string, readonly string[]>>;
  readonly agents: readonly AgentSample[];
  /** Hosts and the group that a list has them in. */
  readonly hosts: readonly { readonly list: string; readonly group: string; readonly host: string }[];
}

type Tree = Readonly<Record<string, unknown>>;

/** Chrome and Firefox from 90, Safari from 14. */
const RECENT =
  /(?:Chrome|Firefox)\/(?:9\d|\d{3})\.|Version\/(?:1[4-9]|[2-9]\d)\.[\d.]+ (?:Mobile\/\w+ )?Safari/;

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const strings = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(strings);
};

const part = (value: unknown): Tree => (typeof value === 'object' && value !== null ? (value as Tree) : {});

/** Reads those of the repositories that are in `folder`, by name. */
export const readFixtures = (folder: string): Fixtures => {
  const yaml = (file: string): unknown => {
    const path = join(folder, file);
    return existsSync(path) ? parse(readFileSync(path, 'utf8')) : undefined;
  };
  const json = (file: string): unknown => {
    const path = join(folder, file);
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  };
  const matomo = globSync(join(folder, 'device-detector/Tests/fixtures/*.yml'));
  const devices = matomo
    .filter((file) => !/bots|clienthints/.test(file))
    .flatMap((file) => parse(readFileSync(file, 'utf8')) as Tree[])
    .filter(({ client }) => part(client)['type'] === 'browser');
  const hosts = (list: string, group: string, found: readonly string[]) =>
    found
      .filter((host) => /^[\w.-]+$/.test(host))
      .map((host) => ({ list, group, host: host.toLowerCase().replace(/^www\d?\./, '') }));
  const snowplow = part(yaml('referer-parser/resources/referers.yml'));
  const domains = (group: string): string[] =>
    Object.values(part(snowplow[group])).flatMap((source) => strings(part(source)['domains']));
  const urls = (file: string): string[] =>
    Object.values(part(yaml(`searchengine-and-social-list/${file}`))).flatMap((definition) =>
      strings(definition),
    );
  const searchUrls = Object.values(part(yaml('searchengine-and-social-list/SearchEngines.yml'))).flatMap(
    (definition) => (definition as Tree[]).flatMap((item) => strings(item['urls'])),
  );
  return {
    browsers: {
      isbot: strings(yaml('isbot/fixtures/browsers.yml')),
      'device-detector': devices.map(({ user_agent: agent }) => text(agent)),
      'device-detector, since 2021': devices
        .map(({ user_agent: agent }) => text(agent))
        .filter((agent) => RECENT.test(agent)),
    },
    crawlers: {
      isbot: strings(yaml('isbot/fixtures/crawlers.yml')),
      'crawler-user-agents': ((json('crawler-user-agents/crawler-user-agents.json') ?? []) as Tree[]).flatMap(
        ({ instances }) => strings(instances),
      ),
      'device-detector': ((yaml('device-detector/Tests/fixtures/bots.yml') ?? []) as Tree[]).map(
        ({ user_agent: agent }) => text(agent),
      ),
    },
    agents: devices.map(({ user_agent: agent, client, os, device }) => ({
      userAgent: text(agent),
      browser: text(part(client)['name']),
      browserVersion: text(part(client)['version']),
      os: text(part(os)['name']),
      osVersion: text(part(os)['version']),
      device: text(part(device)['type']),
    })),
    hosts: [
      ...hosts('Snowplow', 'search', domains('search')),
      ...hosts('Snowplow', 'social', domains('social')),
      ...hosts('Snowplow', 'email', domains('email')),
      ...hosts('Snowplow', 'assistant', domains('chatbot')),
      ...hosts(
        'Matomo',
        'search',
        searchUrls.map((url) => url.replace('{}', 'de')),
      ),
      ...hosts('Matomo', 'social', urls('Socials.yml')),
      ...hosts('Matomo', 'assistant', urls('AIAssistants.yml')),
    ],
  };
};
