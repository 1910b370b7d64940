/** Fields that node-postgres adds to PostgreSQL's errors. */
interface PostgresFailure {
  code?: unknown;
  constraint?: unknown;
  syscall?: unknown;
}

/** True if a unique constraint (or the one named) was violated. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean => {
  const failure = error as PostgresFailure | null;
  return failure?.code === '23505' && (constraint === undefined || failure.constraint === constraint);
};

/** True if a foreign key (or the one named) was violated. */
export const isForeignKeyViolation = (error: unknown, constraint?: string): boolean => {
  const failure = error as PostgresFailure | null;
  return failure?.code === '23503' && (constraint === undefined || failure.constraint === constraint);
};

// Connection refused, reset or timed out; PostgreSQL's error classes 08 (connection), 53 (resources,
// such as a full disk) and 57P (shutdown); 58030: an I/O error; 25006: a standby, as clients meet during
// a failover; 25P03: the session was ended because its transaction was idle for too long.
const UNAVAILABLE_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08\w{3}|53\w{3}|57P0\d|58030|25006|25P03)$/;
const UNAVAILABLE_MESSAGES =
  /^timeout expired$|Connection ended unexpectedly|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;
const POOL_FULL = /Timeout acquiring a connection/;

/** A full disk, an I/O error, a server that only reads. */
const WRITE_FAILURES = /^(53100|58030|25006)$/;

/** True if PostgreSQL can't write now, while it may still be read. */
export const isWriteFailure = (error: unknown): boolean => {
  const code = (error as PostgresFailure | null)?.code;
  return typeof code === 'string' && WRITE_FAILURES.test(code);
};

/**
 * True if none of a pool's connections became free in time: that is our own queue, and says nothing
 * about the server.
 */
export const isPoolFull = (error: unknown): boolean => Error.isError(error) && POOL_FULL.test(error.message);

/** A statement or a lock that took too long, a deadlock, two writers of one row. */
const TOO_BUSY = /^(57014|55P03|40P01|40001)$/;

/** True if PostgreSQL gave up a statement that may succeed when it is tried again. */
export const isGivenUp = (error: unknown): boolean => {
  const code = (error as PostgresFailure | null)?.code;
  return typeof code === 'string' && TOO_BUSY.test(code);
};

/** True if PostgreSQL can't be reached or can't serve now, so that a retry may succeed. */
export const isUnavailable = (error: unknown): boolean => {
  // Not instanceof: inside Jest, errors of Node's core belong to another realm.
  if (!Error.isError(error)) return false;
  const { code, syscall } = error as PostgresFailure;
  // A missing socket. The same code for a missing file says nothing about the database.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  if (typeof code === 'string' && UNAVAILABLE_CODES.test(code)) return true;
  if (UNAVAILABLE_MESSAGES.test(error.message) || isPoolFull(error)) return true;
  const { errors } = error as Partial<AggregateError>;
  return Array.isArray(errors) && errors.some(isUnavailable);
};
