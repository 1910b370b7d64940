import type { Scope } from '@platform/identity';

import type { Guide } from '../reference/guides-router.ts';
import { mayUse } from './tool.ts';
import type { Platform, Tool } from './tool.ts';
import { COLOR_TOOLS } from './tools/color-tools.ts';
import { REPORT_TOOLS } from './tools/report-tools.ts';
import { STATISTICS_TOOLS } from './tools/statistics-tools.ts';

/** All tools. Written by hand, few for many operations: an assistant chooses badly among a hundred. */
export const TOOLS: readonly Tool[] = [...STATISTICS_TOOLS, ...REPORT_TOOLS, ...COLOR_TOOLS];

/** Records that can be read by address: each is what a tool shows. */
interface RecordKind {
  readonly name: string;
  readonly title: string;
  readonly template: string;
  readonly pattern: RegExp;
  readonly tool: Tool;
  readonly argument: string;
  readonly isNumber: boolean;
}

const kindOf = (name: string, title: string, shownBy: string, isNumber: boolean): RecordKind => {
  const tool = TOOLS.find((candidate) => candidate.name === shownBy);
  if (!tool) throw new Error(`There is no tool ${shownBy}.`);
  return {
    name,
    title,
    template: `platform://${name}s/{id}`,
    pattern: new RegExp(`^platform://${name}s/${isNumber ? '([1-9]\\d{0,8})' : '(\\w{1,60})'}$`),
    tool,
    argument: `${name}_id`,
    isNumber,
  };
};

const KINDS: readonly RecordKind[] = [
  kindOf('website', 'Settings of a website', 'show_website', true),
  kindOf('report', 'Report on a page', 'show_report', true),
  kindOf('site', 'Crawled site with its problems', 'show_site', true),
  kindOf('palette', 'Palette', 'show_palette', false),
  kindOf('theme', 'Theme', 'show_theme', false),
];

export interface ReadResource {
  readonly mimeType: string;
  readonly text: string;
}

export interface Resources {
  /** The pages of the documentation. */
  readonly guides: readonly { uri: string; name: string; title: string; mimeType: string }[];
  templates(
    scopes: readonly string[],
  ): { uriTemplate: string; name: string; title: string; mimeType: string }[];
  /**
   * Reads a page of the documentation or a record. Undefined if there is no such kind.
   * @throws RefusedCall
   */
  read(uri: string, scopes: readonly string[], platform: Platform): Promise<ReadResource | undefined>;
}

const MARKDOWN = 'text/markdown';
const JSON_TYPE = 'application/json';

/**
 * Resources that assistants read by address: the documentation, and records as the tools show them.
 */
export const createResources = (guides: readonly Guide[]): Resources => {
  const uriOf = ({ name }: Guide): string => `platform://docs/${name}`;
  const byUri = new Map(guides.map((guide) => [uriOf(guide), guide]));
  const may = (scopes: readonly string[], needed: readonly Scope[]): boolean => mayUse(scopes, needed);

  return {
    guides: guides.map((guide) => ({
      uri: uriOf(guide),
      name: guide.name,
      title: guide.title,
      mimeType: MARKDOWN,
    })),
    templates: (scopes) =>
      KINDS.filter(({ tool }) => may(scopes, tool.scopes)).map(({ name, title, template }) => ({
        uriTemplate: template,
        name,
        title,
        mimeType: JSON_TYPE,
      })),
    async read(uri, scopes, platform) {
      const guide = byUri.get(uri);
      if (guide) return { mimeType: MARKDOWN, text: guide.text };
      for (const { pattern, tool, argument, isNumber } of KINDS) {
        const id = pattern.exec(uri)?.[1];
        if (id === undefined || !may(scopes, tool.scopes)) continue;
        const shown = await tool.run({ [argument]: isNumber ? Number(id) : id } as never, platform);
        return { mimeType: JSON_TYPE, text: JSON.stringify(shown) };
      }
      return undefined;
    },
  };
};
