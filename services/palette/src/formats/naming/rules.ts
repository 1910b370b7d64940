import { camel, kebab, snake } from './cases.ts';
import type { NameRule } from './name-tokens.ts';
import {
  DART_WORDS,
  JAVA_WORDS,
  JAVASCRIPT_WORDS,
  KOTLIN_WORDS,
  LESS_WORDS,
  SWIFT_WORDS,
} from './reserved-words.ts';

/**
 * Names after `--` in CSS, which allow any letter or digit. Also the quoted keys of flat JSON and
 * maps.
 */
export const CSS_NAMES: NameRule = { join: kebab, ascii: false, leadingDigit: true };

/**
 * Sass identifiers. `$a_b` and `$a-b` are one variable in Sass; words are always joined by `-`
 * here.
 */
export const SASS_NAMES: NameRule = { join: kebab, ascii: false, leadingDigit: false };

/** Less variables: ASCII letters, digits, `-` and `_`. */
export const LESS_NAMES: NameRule = { join: kebab, ascii: true, leadingDigit: false, reserved: LESS_WORDS };

/**
 * ASCII names with hyphens: Stylus variables, and Tailwind's theme keys, which become class names.
 */
export const ASCII_KEBAB_NAMES: NameRule = { join: kebab, ascii: true, leadingDigit: false };

export const JAVASCRIPT_NAMES: NameRule = {
  join: camel,
  ascii: false,
  leadingDigit: false,
  reserved: JAVASCRIPT_WORDS,
};

export const SWIFT_NAMES: NameRule = {
  join: camel,
  ascii: false,
  leadingDigit: false,
  reserved: SWIFT_WORDS,
};

/** Kotlin allows other scripts, but only ASCII is valid in Dalvik bytecode at every API level. */
export const KOTLIN_NAMES: NameRule = {
  join: camel,
  ascii: true,
  leadingDigit: false,
  reserved: KOTLIN_WORDS,
};

export const DART_NAMES: NameRule = { join: camel, ascii: true, leadingDigit: false, reserved: DART_WORDS };

/** Android resource names: lower-case ASCII letters, digits and `_`. */
export const ANDROID_NAMES: NameRule = {
  join: snake,
  ascii: true,
  leadingDigit: false,
  reserved: JAVA_WORDS,
};
