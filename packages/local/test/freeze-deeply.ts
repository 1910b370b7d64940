/** Freezes a value with all that is in it, so that no test changes what others read, too. */
export const freezeDeeply = <Value>(value: Value): Value => {
  if (Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value as object)) freezeDeeply<unknown>(inner);
  return value;
};
