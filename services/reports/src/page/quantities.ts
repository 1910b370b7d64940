/** `1 image`, `2 images`, `1,024 images`. */
export const count = (number: number, singular: string, plural = `${singular}s`): string => {
  return `${number.toLocaleString('en-GB')} ${number === 1 ? singular : plural}`;
};

/** Bytes as people say them: `812 bytes`, `12.4 KiB`, `3.1 MiB`. */
export const bytes = (number: number): string => {
  if (number < 1024) return count(number, 'byte');
  if (number < 1024 * 1024) return `${(number / 1024).toFixed(1)} KiB`;
  return `${(number / 1024 / 1024).toFixed(1)} MiB`;
};
