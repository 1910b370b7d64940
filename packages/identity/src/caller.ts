/** Sender of a request, as vouched for by the gateway (or another trusted issuer). */
export interface Caller {
  /** Id of the organisation that owns the key; every record is the organisation's. */
  organisation: string;
  keyId: string;
  scopes: readonly string[];
}
