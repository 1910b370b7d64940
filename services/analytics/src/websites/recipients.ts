import { splitLines } from '../exclusions/line-list.ts';

/**
 * Who gets a website's e-mail digests: its recipients, one a line, else the owner of the
 * installation. Nobody where neither is set.
 */
export const recipientsOf = (lines: string | null, owner: string | undefined): readonly string[] => {
  const own = splitLines(lines ?? '');
  return own.length > 0 || owner === undefined ? [...new Set(own)] : [owner];
};
