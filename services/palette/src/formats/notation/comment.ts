import { oneLine } from './one-line.ts';

/**
 * A description as the text of a comment: on one line, and without anything that ends or nests a
 * comment in CSS, C-like languages or XML, so that it can't become code. Backslashes go too: they
 * could continue a line or begin a Unicode escape.
 */
export const commentText = (description: string): string =>
  oneLine(description)
    .replaceAll('*/', '* /')
    .replaceAll('/*', '/ *')
    .replaceAll(/-(?=-)/g, '- ')
    .replaceAll('\\', '/')
    .replaceAll(/[<>]/g, ' ')
    .trim();
