/** Where a number, for which less is better, stands against two limits. */
export function atMost(value: number, good: number, decent: number): 'pass' | 'warn' | 'fail' {
  if (value <= good) return 'pass';
  return value <= decent ? 'warn' : 'fail';
}

/** Where a number, for which more is better, stands against two limits. */
export function atLeast(value: number, good: number, decent: number): 'pass' | 'warn' | 'fail' {
  return atMost(-value, -good, -decent);
}

/** `1 image`, `2 images`, `1,024 images`. */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString('en-GB')} ${number === 1 ? singular : plural}`;
}

/** Bytes as people say them: `812 bytes`, `12.4 KiB`, `3.1 MiB`. */
export function bytes(number: number): string {
  if (number < 1024) return count(number, 'byte');
  if (number < 1024 * 1024) return `${(number / 1024).toFixed(1)} KiB`;
  return `${(number / 1024 / 1024).toFixed(1)} MiB`;
}
