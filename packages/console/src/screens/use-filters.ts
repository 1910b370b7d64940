import { useLocation } from 'preact-iso';

/** Filters of a screen that live in its address, so that a link shows what I see. */
export const useFilters = () => {
  const { path, query, route } = useLocation();
  return {
    filter: (name: string): string => query[name] ?? '',
    /** Sets a filter; an empty text removes it. The list begins at its first page again. */
    setFilter: (name: string, value: string): void => {
      const next = new URLSearchParams(query);
      if (value === '') next.delete(name);
      else next.set(name, value);
      if (name !== 'page') next.delete('page');
      const text = next.toString();
      route(text === '' ? path : `${path}?${text}`, true);
    },
  };
};
