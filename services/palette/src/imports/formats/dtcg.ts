import type { ImportFormat } from '../import-format.ts';
import { readObject } from '../read-content.ts';

/** DTCG 2025.10, and older drafts with hex strings and `4px`, which themes accept as they are. */
export const dtcg: ImportFormat = {
  id: 'dtcg',
  title: 'Design Tokens (DTCG)',
  content: 'object',
  read: (content) => ({ tokens: readObject(content), changes: [] }),
};
