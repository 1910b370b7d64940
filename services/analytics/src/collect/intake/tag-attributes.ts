import type { Props } from './hit.ts';
import { storable } from './props.ts';

/** An object as it is, anything else as one without fields. */
export const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const MAX_TEXT = 500;

/**
 * What the tracker's tag says about a page view beside it: `data-missing` makes it a `404` as well,
 * `data-search="q"` a `Search` for what the address has in `q`.
 * @param isFirst false for the views that follow within one document, which has one tag
 */
export const tellingsOf = (
  url: URL,
  tag: Readonly<Record<string, unknown>>,
  isFirst: boolean,
): readonly { readonly name: string; readonly props: Props }[] => {
  const { missing, search } = tag;
  const term = typeof search === 'string' ? (url.searchParams.get(search) ?? '').trim().toLowerCase() : '';
  return [
    ...(missing !== undefined && isFirst
      ? [{ name: '404', props: { path: storable(url.pathname, MAX_TEXT) } }]
      : []),
    ...(term === '' ? [] : [{ name: 'Search', props: { term: storable(term, MAX_TEXT) } }]),
  ];
};

/**
 * The properties of a click on an element with `data-event`, of whose attributes those count that
 * begin with `data-event-`; undefined for what is no such click.
 */
export const clickedProps = (name: string, value: unknown): Readonly<Record<string, unknown>> | undefined => {
  const data = objectOf(objectOf(value)['data']);
  if (data['event'] !== name) return undefined;
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, text]) => {
      const property = /^event([^a-z].*)$/s.exec(key)?.[1];
      return property === undefined ? [] : [[property.toLowerCase(), text]];
    }),
  );
};
