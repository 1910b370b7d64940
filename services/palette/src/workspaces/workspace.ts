/** Where palettes and themes of an organisation are kept. */
export interface Workspace {
  /** TypeID `wsp_…`. */
  readonly id: string;
  readonly organisation: string;
  readonly name: string;
  /** The one that is used where none is named. Every organisation has exactly one. */
  readonly isDefault: boolean;
  readonly createdAt: Date;
}
