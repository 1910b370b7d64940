/** What node-postgres puts on the errors that PostgreSQL reports. */
interface PostgresFailure {
  code?: unknown;
  constraint?: unknown;
  syscall?: unknown;
}

/** True if `error` says that a unique constraint (or this one) was hit. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean => {
  const failure = error as PostgresFailure | null;
  return failure?.code === '23505' && (constraint === undefined || failure.constraint === constraint);
};

/** True if `error` says that a row refers (by this foreign key) to one that does not exist, or is still referred to. */
export const isForeignKeyViolation = (error: unknown, constraint?: string): boolean => {
  const failure = error as PostgresFailure | null;
  return failure?.code === '23503' && (constraint === undefined || failure.constraint === constraint);
};

// Connection refused, reset or timed out; 08 connection, 53 resources, 57P shutdown (PostgreSQL's error classes).
const UNAVAILABLE_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08\w{3}|53\w{3}|57P0\d)$/;
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Timeout acquiring a connection|Client has encountered a connection error/;

/** True if `error` says that PostgreSQL can't be reached or can't serve now, so that a retry may succeed. */
export const isUnavailable = (error: unknown): boolean => {
  // Not instanceof: errors of Node's core are of another realm inside Jest.
  if (!Error.isError(error)) return false;
  const { code, syscall } = error as PostgresFailure;
  // There is no such socket; of a file the same code says nothing about the database.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  if (typeof code === 'string' && UNAVAILABLE_CODES.test(code)) return true;
  if (UNAVAILABLE_MESSAGES.test(error.message)) return true;
  const { errors } = error as Partial<AggregateError>;
  return Array.isArray(errors) && errors.some(isUnavailable);
};
