/** Who sends a request, as the gateway (or another trusted issuer) vouches for it. */
export interface Caller {
  /** Id of the organisation that owns the key; every record is the organisation's. */
  organisation: string;
  keyId: string;
  scopes: readonly string[];
}
