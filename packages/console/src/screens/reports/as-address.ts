/** What was typed as an address; people leave `https://` out. */
export const asAddress = (typed: string): string =>
  /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
