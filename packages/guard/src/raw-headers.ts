import type { Dispatcher } from 'undici';

export const toPairs = (rawHeaders: Dispatcher.DispatchController['rawHeaders']): [string, string][] => {
  const fields = Array.isArray(rawHeaders)
    ? rawHeaders.map((field) => Buffer.from(field).toString('latin1'))
    : [];
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < fields.length; index += 2)
    pairs.push([(fields[index] ?? '').toLowerCase(), fields[index + 1] ?? '']);
  return pairs;
};
