/** Libraries by the name in their first comment, where it isn’t the one they are known by here. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['angularjs', 'angular'],
  ['jquery ui', 'jquery-ui'],
]);

const LONGEST_BANNER = 300;

const BANNER =
  /^\s*(?:\/\*[*!]?|\/\/!?)[\s*]*(?:@license\s+)?(jquery ui|jquery|bootstrap|angularjs|vue|axios|handlebars|dompurify|tinymce|swiper|moment)(?:\.js)?(?: javascript library| -|\s+\/\/! version :)?\s+(?:version |v)?(\d+\.\d+(?:\.\d+)?)/i;

/**
 * The library that a file says it is in its first comment: `/*! jQuery v3.7.1 | …`. Null for a file
 * that doesn’t begin so.
 */
export const libraryIn = (file: string): { name: string; version: string } | null => {
  const [, title, version] = BANNER.exec(file.slice(0, LONGEST_BANNER)) ?? [];
  if (title === undefined || version === undefined) return null;
  const name = title.toLowerCase();
  return { name: NAMES.get(name) ?? name, version };
};
