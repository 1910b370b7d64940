import { camel, kebab, snake } from './name-tokens.ts';
import type { NameRule } from './name-tokens.ts';

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * ECMAScript 2025, §12.7.2, strict mode and modules included, and the name of the module's own
 * export.
 */
export const JAVASCRIPT_WORDS = set(`
  arguments async await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function get if implements import in instanceof interface let new null of package private protected
  public return set static super switch this throw true try typeof undefined var void while with yield tokens`);

/** The Swift Programming Language, "Lexical Structure": keywords that can't be names. */
export const SWIFT_WORDS = set(`
  as associatedtype await break case catch class continue default defer deinit do else enum extension fallthrough false
  fileprivate for func guard if import in init inout internal is let nil open operator precedencegroup private protocol
  public repeat rethrows return self static struct subscript super switch throw throws true try typealias var where while
  Any Protocol Self Type`);

/**
 * Kotlin's hard keywords (kotlinlang.org/docs/keyword-reference.html); the soft ones may be names.
 */
export const KOTLIN_WORDS = set(`
  as break class continue do else false for fun if in interface is null object package return super this throw true try
  typealias typeof val var when while`);

/**
 * Dart's reserved words (dart.dev/language/keywords), and the members of Object, which a static
 * member may not shadow.
 */
export const DART_WORDS = set(`
  assert await break case catch class const continue default do else enum extends false final finally for hashCode if in is
  new noSuchMethod null rethrow return runtimeType super switch this throw toString true try var void while with yield`);

/**
 * Java's keywords and literals: Android makes a field of the class `R.color` out of each resource.
 */
export const JAVA_WORDS = set(`
  abstract assert boolean break byte case catch char class const continue default do double else enum extends false final
  finally float for goto if implements import instanceof int interface long native new null package private protected
  public return short static strictfp super switch synchronized this throw throws transient true try void volatile while`);

/** Names that Less reads as an at-rule or as a variable of its own. */
export const LESS_WORDS = set(`
  arguments charset container counter-style document font-face font-feature-values import keyframes layer media namespace
  page plugin property rest scope starting-style supports view-transition viewport`);

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
  lowerCase: true,
  reserved: JAVA_WORDS,
};
