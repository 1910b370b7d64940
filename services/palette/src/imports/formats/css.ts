import { withImports } from '../css-blocks.ts';
import { cascade } from '../css-cascade.ts';
import { isOfSyntax } from '../css-conditions.ts';
import { addCssValue, valueOfModes, variableIn } from '../composite-value.ts';
import { compositeIn, isMade, substitute } from '../css-values.ts';
import { ImportFault } from '../import-format.ts';
import type { ImportFormat } from '../import-format.ts';
import { readText } from '../read-content.ts';
import { createTokenBuilder } from '../token-builder.ts';

/**
 * Custom properties, as they are computed for the page. What a dark mode or a theme sets, and the
 * second value of `light-dark(…)`, is what a token is in that mode. `var(--x)` becomes a reference.
 */
export const css: ImportFormat = {
  id: 'css',
  title: 'CSS custom properties',
  content: 'text',
  read: (content) => {
    const builder = createTokenBuilder();
    const [sheet = { text: '' }] = withImports(
      [{ name: 'The style sheet', text: readText(content) }],
      builder.say,
    );
    const properties = cascade(sheet.text, { say: builder.say, withParts: true });
    if (properties.length === 0) throw new ImportFault('must have custom properties');
    const plain = new Map(
      properties.flatMap(({ name, value }) =>
        value === undefined ? [] : [[name, valueOfModes(value).light] as const],
      ),
    );
    const modes = new Map<string, Map<string, string>>();
    const setIn = (mode: string, name: string, text: string): void => {
      modes.set(mode, (modes.get(mode) ?? new Map<string, string>()).set(name, text));
    };
    for (const { name, value, inModes } of properties) {
      const dark = value === undefined ? undefined : valueOfModes(value).dark;
      if (dark !== undefined && !inModes.has('dark')) setIn('dark', name, dark);
      for (const [mode, text] of inModes) {
        const { light, dark: other = light } = valueOfModes(text);
        setIn(mode, name, mode === 'dark' ? other : light);
      }
    }
    /** A value that is made of variables, with their values; others stay, and what refers to one. */
    const made = (text: string, own?: ReadonlyMap<string, string>): string => {
      const only = variableIn(text);
      const refers = only !== undefined && (plain.has(only) || own?.has(only) === true);
      if (refers || !isMade(text)) return text;
      return substitute(text, (name) => own?.get(name) ?? plain.get(name)) ?? text;
    };
    // Where a shadow is none, the format has one that nobody sees.
    const all = [plain, ...modes.values()];
    for (const { name } of properties) {
      const isShadow = (own: ReadonlyMap<string, string>): boolean =>
        compositeIn(own.get(name) ?? '')?.type === 'shadow';
      const silent = all.filter((own) => own.get(name)?.toLowerCase() === 'none');
      if (silent.length > 0 && all.some(isShadow)) for (const own of silent) own.set(name, '0 0 transparent');
    }
    // A registered property that has no value of its type has its initial one.
    for (const { name, registered } of properties) {
      if (registered?.initial === undefined) continue;
      for (const own of all) {
        const text = own.get(name) ?? plain.get(name);
        const value =
          text === undefined ? null : substitute(text, (other) => own.get(other) ?? plain.get(other));
        if (text === undefined || (value !== null && isOfSyntax(registered.syntax, value))) continue;
        builder.say(`${name}: ${text.slice(0, 60)} is not ${registered.syntax}; its initial value counts.`);
        own.set(name, registered.initial);
      }
    }
    const unread = new Set<string>();
    for (const [name, text] of plain) if (!addCssValue(builder, [name], made(text))) unread.add(name);
    // The first one counts for tokens that no other has.
    const inOrder = [...modes].sort(
      ([one], [other]) => Number(/light/.test(other)) - Number(/light/.test(one)),
    );
    for (const [mode, own] of inOrder) {
      for (const [name, text] of own)
        // What a mode has would count without it, too.
        if (unread.has(name))
          builder.say(`${name} in ${mode} was left out, as its value without a mode was.`);
        else addCssValue(builder, [name], made(text, own), undefined, mode);
      // Values made of variables change with them.
      for (const [name, text] of plain) {
        if (own.has(name) || unread.has(name)) continue;
        const inMode = made(text, own);
        if (inMode !== made(text)) addCssValue(builder, [name], inMode, undefined, mode);
      }
    }
    return builder.build();
  },
};
