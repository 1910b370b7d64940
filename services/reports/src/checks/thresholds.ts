/** Grades a number for which less is better. */
export const atMost = (value: number, good: number, decent: number): 'pass' | 'warn' | 'fail' => {
  if (value <= good) return 'pass';
  return value <= decent ? 'warn' : 'fail';
};

/** Grades a number for which more is better. */
export const atLeast = (value: number, good: number, decent: number): 'pass' | 'warn' | 'fail' => {
  return atMost(-value, -good, -decent);
};
