import type { Page } from './reply.ts';

/** The number of the last page; an empty list has one page. */
export const lastPageOf = ({ perPage, total }: Page): number => Math.max(1, Math.ceil(total / perPage));

/** The address with one parameter set and all others kept. */
export const withParameter = (url: string, name: string, value: string): string => {
  // Only the first question mark ends the path: a query may hold others.
  const [path = '', ...query] = url.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  parameters.set(name, value);
  return `${path}?${parameters.toString()}`;
};

/** Links to a list's other pages; they keep all other parameters of the request. */
export const pageLinks = (
  page: Page,
  url: string,
): Record<'first' | 'last' | 'prev' | 'next', string | null> => {
  const lastPage = lastPageOf(page);
  const { number } = page;
  const link = (target: number): string => withParameter(url, 'page', String(target));
  return {
    first: link(1),
    last: link(lastPage),
    prev: number > 1 ? link(Math.min(number - 1, lastPage)) : null,
    next: number < lastPage ? link(number + 1) : null,
  };
};
