import { readFileSync } from 'node:fs';

/**
 * Node.js’s options in a service’s image, for `NODE_OPTIONS`.
 * @param service name of its folder
 */
export const imageOptions = (service: string): string => {
  const file = new URL(`../../../../services/${service}/Dockerfile`, import.meta.url);
  const [, options] = /\bNODE_OPTIONS=("[^"]*"|\S+)/.exec(readFileSync(file, 'utf8')) ?? [];
  if (options === undefined) throw new Error(`The image of ${service} sets no NODE_OPTIONS.`);
  return options.replaceAll('"', '');
};
