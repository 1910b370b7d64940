import type { OptionValues } from './command.ts';
import { UsageError } from './usage-error.ts';

/** Text of an option, if it was given. */
export const textOf = (values: OptionValues, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** True if a switch was given. */
export const isSet = (values: OptionValues, name: string): boolean => values[name] === true;

/** Values of an option that may be given several times, or with commas. */
export const listOf = (values: OptionValues, name: string): string[] => {
  const given = values[name];
  return (Array.isArray(given) ? given : [])
    .flatMap((text) => String(text).split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '');
};

/** A number between bounds. @throws UsageError that names the option */
export const numberIn = (name: string, text: string, min: number, max: number): number => {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < min || value > max)
    throw new UsageError(`--${name} takes a number from ${min} to ${max}, not "${text}".`);
  return value;
};

/** The same for an option that may be missing. */
export const numberOf = (
  values: OptionValues,
  name: string,
  min: number,
  max: number,
): number | undefined => {
  const text = textOf(values, name);
  return text === undefined ? undefined : numberIn(name, text, min, max);
};
