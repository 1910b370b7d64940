import { splitRecipients } from '@platform/mailer';

/** Who gets the mail of an organisation's websites that have no recipients. */
export interface DefaultRecipients {
  /**
   * The organisation's own addresses, or else the installation's owner; empty if neither is set.
   */
  of(organisation: string): Promise<readonly string[]>;
}

/** Who gets a website's mail: its own recipients, one per line, or else the defaults. */
export const recipientsOf = (lines: string | null, defaults: readonly string[]): readonly string[] => {
  const own = splitRecipients(lines ?? '');
  return own.length > 0 ? own : defaults;
};

/** Derives the defaults from an organisation's setting and the installation's owner. */
export const createDefaultRecipients = (
  store: { find(organisation: string): Promise<string | null> },
  ownerEmail: string | undefined,
): DefaultRecipients => ({
  of: async (organisation) =>
    recipientsOf(await store.find(organisation), ownerEmail === undefined ? [] : [ownerEmail]),
});
