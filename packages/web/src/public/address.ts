/** The address of a page whose choices are parameters. */
export interface Address {
  readonly get: (name: string) => string | null;
  /** Query of the address of the same page with another choice; the default is an empty text. */
  readonly hrefOf: (name: string, value: string) => string;
  /** Makes the choice, as following the link would. */
  readonly show: (name: string, value: string) => void;
  /** Query of what opens the page, without choices. */
  readonly kept: string;
}

/** Reads an address. @param go called with the query of another choice */
export const createAddress = (search: string, go: (search: string) => void): Address => {
  const present = new URLSearchParams(search);
  const access = present.get('access');
  const kept = access === null ? '' : `?${new URLSearchParams({ access }).toString()}`;
  const hrefOf = (name: string, value: string): string => {
    const next = new URLSearchParams(present);
    if (value === '') next.delete(name);
    else next.set(name, value);
    return `?${next.toString()}`;
  };
  return {
    get: (name) => present.get(name),
    hrefOf,
    show: (name, value) => {
      go(hrefOf(name, value));
    },
    kept,
  };
};
