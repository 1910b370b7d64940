/** Everything that a style attribute of ours consists of: no string, no address, no end of a rule. */
const PLAIN = /^[\w\s#%.,:;()-]*$/;

/**
 * Moves style attributes into a style sheet, as the content policy allows nothing inline. Elements
 * with the same attribute share a rule. Scripts that change a colour later set it on the element,
 * which wins over the rule.
 * @param root a selector of what holds the markup, whose weight puts the rules above those of style sheets
 * @throws for an attribute that is more than plain declarations
 */
export const liftStyles = (markup: string, root: string): { markup: string; style: string } => {
  const rules = new Map<string, number>();
  const lifted = markup.replaceAll(/ style="([^"]*)"/g, (_, declarations: string) => {
    if (!PLAIN.test(declarations)) throw new Error(`A style can't be lifted: ${declarations}`);
    const number = rules.get(declarations) ?? rules.size;
    rules.set(declarations, number);
    return ` data-s="${number}"`;
  });
  const style = [...rules].map(([declarations, number]) => `${root} [data-s="${number}"]{${declarations}}`);
  return { markup: lifted, style: style.join('') };
};
