import type { AreaDocument, MergedDocument } from './merge-documents.ts';
import { prepareText } from './prepared-text.ts';
import type { PreparedText } from './prepared-text.ts';

/**
 * Merges the areas' documents into a text when one of them has changed, and not for every request:
 * that takes so long that a few at a time would hold up all others.
 */
export const createApiDescription = (
  merge: (documents: readonly AreaDocument[]) => MergedDocument,
): ((documents: readonly AreaDocument[]) => Promise<PreparedText>) => {
  let merged: readonly AreaDocument[] = [];
  let text: Promise<PreparedText> | undefined;
  return (documents) => {
    const isSame = documents.every(({ document }, at) => merged[at]?.document === document);
    if (text && isSame) return text;
    merged = documents;
    text = prepareText(Buffer.from(JSON.stringify(merge(documents))));
    return text;
  };
};
