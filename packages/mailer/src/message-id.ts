import { createHash } from 'node:crypto';

/**
 * The Message-ID of a message: the same for each attempt, so mail programs can drop a second copy.
 * @param prefix begins the id, for people who read logs: `report-7-2026-04-13`
 * @param identity what distinguishes the message from all others
 * @param publicUrl its host ends the id
 */
export const messageIdOf = (prefix: string, identity: readonly unknown[], publicUrl: string): string => {
  const digest = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 24);
  return `<${prefix}-${digest}@${new URL(publicUrl).hostname}>`;
};
