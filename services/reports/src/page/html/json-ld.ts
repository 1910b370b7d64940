import { attribute } from './element.ts';
import type { PageElement } from './element.ts';
import type { Page } from './page.ts';

export type JsonObject = Record<string, unknown>;

export interface JsonLdBlock {
  raw: string;
  at: PageElement;
  /** The objects at the top level and in `@graph`; null when the block isn't JSON. */
  objects: JsonObject[] | null;
}

/** The page's `<script type="application/ld+json">` blocks. */
export const jsonLdBlocks = (page: Page): JsonLdBlock[] => {
  return page
    .all('script')
    .filter((script) => {
      // `application/ld+json; charset=utf-8` is the same type.
      const [type = ''] = (attribute(script, 'type') ?? '').split(';');
      return type.trim().toLowerCase() === 'application/ld+json';
    })
    .map((script) => {
      const first = script.node.childNodes[0];
      const raw = first !== undefined && 'value' in first ? first.value : '';
      return { raw, at: script, objects: readObjects(raw) };
    });
};

const readObjects = (raw: string): JsonObject[] | null => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw);
  } catch {
    return null;
  }
  const top = (Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]).filter(isObject);
  return top.flatMap((object) => {
    const graph = object['@graph'];
    return Array.isArray(graph) ? (graph as unknown[]).filter(isObject) : [object];
  });
};

/** The types of an object, without a vocabulary prefix. */
export const typesOf = (object: JsonObject): string[] => {
  return [object['@type']]
    .flat()
    .filter((type) => typeof type === 'string')
    .map((type) => type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, ''));
};

const isObject = (value: unknown): value is JsonObject => {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
};
