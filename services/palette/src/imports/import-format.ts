import type { TreeNode } from '../themes/tokens/token-tree.ts';

/** Tokens read from a file. */
export interface ImportedTokens {
  /** A tree that fits `tokens` of a theme. */
  readonly tokens: TreeNode;
  /** Changes and omissions, one sentence each. */
  readonly changes: readonly string[];
}

/** A file format that tokens are imported from. One file and one line in the registry each. */
export interface ImportFormat {
  readonly id: string;
  readonly title: string;
  /** Type of a request's `content`: a JSON object, text, or bytes in base64. */
  readonly content: 'object' | 'text' | 'base64';
  /** @throws ImportFault if the content is not of this format */
  readonly read: (content: unknown) => ImportedTokens;
}

/** Why content can't be imported. The message begins with a verb, to follow the field's name. */
export class ImportFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportFault';
  }
}
