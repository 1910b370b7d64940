import { useLocation } from 'preact-iso';

/** Filters of a screen that live in its address, so that a link shows what I see. */
export const useFilters = () => {
  const { path, query, route } = useLocation();
  /** Sets filters; an empty text removes one. The list begins at its first page again. */
  const setFilters = (filters: Readonly<Record<string, string>>): void => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(filters))
      if (value === '') next.delete(name);
      else next.set(name, value);
    if (!('page' in filters)) next.delete('page');
    const text = next.toString();
    route(text === '' ? path : `${path}?${text}`, true);
  };
  return {
    filter: (name: string): string => query[name] ?? '',
    setFilters,
    setFilter: (name: string, value: string): void => {
      setFilters({ [name]: value });
    },
  };
};
