import type { Page } from './reply.ts';

/** The number of the last page; an empty list has one page. */
export const lastPageOf = ({ perPage, total }: Page): number => Math.max(1, Math.ceil(total / perPage));

/** Links to a list's other pages; they keep all other parameters of the request. */
export const pageLinks = (
  page: Page,
  url: string,
): Record<'first' | 'last' | 'prev' | 'next', string | null> => {
  const lastPage = lastPageOf(page);
  const { number } = page;
  const [path = '', query = ''] = url.split('?');
  const link = (target: number): string => {
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(target));
    return `${path}?${parameters.toString()}`;
  };
  return {
    first: link(1),
    last: link(lastPage),
    prev: number > 1 ? link(Math.min(number - 1, lastPage)) : null,
    next: number < lastPage ? link(number + 1) : null,
  };
};
