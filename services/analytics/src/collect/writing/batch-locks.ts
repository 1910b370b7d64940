/**
 * Namespace of the advisory lock that a website's writer holds; the second key is the website's id.
 */
export const WRITER_LOCK = 0x77726974;

/** Waits for the lock of each website. */
export const LOCK = 'SELECT id, pg_advisory_xact_lock($1::integer, id)::text IS NOT NULL AS locked';

/** Takes the locks that are free. */
export const TRY_LOCK = 'SELECT id, pg_try_advisory_xact_lock($1::integer, id) AS locked';
