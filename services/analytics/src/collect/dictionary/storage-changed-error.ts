/**
 * The database continues another history than the one that remembered ids come from: a failover that
 * lost seconds, or a restore. Nothing was written, and the ids are forgotten.
 */
export class StorageChangedError extends Error {
  constructor() {
    super('the database was restored or failed over; remembered ids were dropped');
    this.name = 'StorageChangedError';
  }
}
