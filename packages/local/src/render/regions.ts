/**
 * Replaces the marked regions of a file that is otherwise written by hand: the lines between
 * `# (rendered: NAME)` and `# (end)`, which keep the indentation of the mark.
 * @throws if a region is missing from the text, or the text has one that nobody renders
 */
export const withRegions = (
  path: string,
  text: string,
  regions: Readonly<Record<string, readonly string[]>>,
): string => {
  const seen = new Set<string>();
  const replaced = text.replaceAll(
    /^( *)(# \(rendered: ([\w-]+)\))\n[\s\S]*?^ *# \(end\)$/gm,
    (_all, indent: string, mark: string, name: string) => {
      const lines = regions[name];
      if (lines === undefined) throw new Error(`${path}: nothing renders the region "${name}".`);
      seen.add(name);
      const body = lines.map((line) => (line === '' ? '\n' : `${indent}${line}\n`)).join('');
      return `${indent}${mark}\n${body}${indent}# (end)`;
    },
  );
  const missing = Object.keys(regions).filter((name) => !seen.has(name));
  if (missing.length > 0) throw new Error(`${path} has no region "${missing.join('", "')}".`);
  return replaced;
};
