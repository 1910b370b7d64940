/** A container for palettes and themes of an organisation. */
export interface Workspace {
  /** TypeID `wsp_…`. */
  readonly id: string;
  readonly organisation: string;
  readonly name: string;
  /** The one used if a request names none. Every organisation has exactly one. */
  readonly isDefault: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
