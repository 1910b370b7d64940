import { oneLine } from './one-line.ts';

/**
 * A description as the text of a comment: one line, and without what ends or nests a comment in CSS, C-like languages
 * and XML, so that a description can't become code. A backslash could continue a line or begin a Unicode escape.
 */
export const commentText = (description: string): string =>
  oneLine(description)
    .replaceAll('*/', '* /')
    .replaceAll('/*', '/ *')
    .replaceAll(/-(?=-)/g, '- ')
    .replaceAll('\\', '/')
    .replaceAll(/[<>]/g, ' ')
    .trim();
