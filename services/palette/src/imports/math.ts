/** Evaluates `+ - * /` and parentheses over numbers. Null for anything else. */
export const evaluateMath = (text: string): number | null => {
  const tokens = text.match(/\d+\.?\d*|\.\d+|[-+*/()]|\S/g) ?? [];
  let at = 0;

  const factor = (): number => {
    const token = tokens[at++] ?? '';
    if (token === '-') return -factor();
    if (token === '(') {
      const inner = sum();
      return tokens[at++] === ')' ? inner : Number.NaN;
    }
    return /^[\d.]+$/.test(token) ? Number(token) : Number.NaN;
  };
  const product = (): number => {
    let value = factor();
    while (tokens[at] === '*' || tokens[at] === '/')
      value = tokens[at++] === '*' ? value * factor() : value / factor();
    return value;
  };
  const sum = (): number => {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '-')
      value = tokens[at++] === '+' ? value + product() : value - product();
    return value;
  };

  // Deep nesting would exhaust the stack.
  if (tokens.length === 0 || tokens.length > 200) return null;
  const result = sum();
  return at === tokens.length && Number.isFinite(result) ? result : null;
};
