/**
 * What is known of a visitor with every hit and stays the same through a visit; not where somebody came
 * from, which only the first hit says.
 */
export const VISITOR_TRAITS = [
  'country',
  'region',
  'city',
  'browser',
  'browser_version',
  'os',
  'os_version',
  'device',
  'screen',
  'language',
] as const;
export type VisitorTrait = (typeof VISITOR_TRAITS)[number];

/** Values of a visitor's traits; empty for what isn't known. */
export type VisitorTraits = Readonly<Record<VisitorTrait, string>>;

const MAX_VALUE = 200;

const isTrait = (name: string): name is VisitorTrait => VISITOR_TRAITS.some((trait) => trait === name);

/** The conditions of a line, all of which have to hold; null for a line that is no description. */
const parse = (line: string): ReadonlyMap<VisitorTrait, string> | null => {
  const conditions = new Map<VisitorTrait, string>();
  for (const part of line.split(';')) {
    const at = part.indexOf('=');
    const [name, value] = [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()];
    if (at < 0 || !isTrait(name) || conditions.has(name) || value.length > MAX_VALUE) return null;
    conditions.set(name, value);
  }
  // Of whom nothing is known could be anybody.
  return [...conditions.values()].some((value) => value !== '') ? conditions : null;
};

/** True for a description of visitors: traits with `;` between them, of which one has a value. */
export const isVisitorRule = (line: string): boolean => parse(line) !== null;

/** Describes visitors in a line. @param traits to name, in the order of `VISITOR_TRAITS` */
export const visitorRule = (values: VisitorTraits, traits: readonly VisitorTrait[]): string =>
  VISITOR_TRAITS.filter((trait) => traits.includes(trait))
    .map((trait) => `${trait} = ${values[trait].replaceAll(';', ' ').slice(0, MAX_VALUE)}`.trim())
    .join('; ');

/** Compiles a description, in which case doesn't count. What is none fits nobody. */
export const toVisitorTest = (line: string): ((traits: VisitorTraits) => boolean) => {
  const conditions = [...(parse(line) ?? [])].map(([trait, value]) => [trait, value.toLowerCase()] as const);
  return (traits) =>
    conditions.length > 0 && conditions.every(([trait, value]) => traits[trait].toLowerCase() === value);
};
