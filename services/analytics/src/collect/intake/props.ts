/** Properties of an event. */
export type Props = Readonly<Record<string, string | number | boolean>>;

const MAX_PROPS = 30;
const MAX_NAME = 100;
const MAX_VALUE = 500;
/** Levels of objects that are flattened; what lies deeper is left out. */
const MAX_DEPTH = 4;

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
export const storable = (value: string, max: number): string =>
  value.replaceAll('\0', '').slice(0, max).toWellFormed();

type Scalar = Props[string];

const scalarOf = (value: unknown, max: number): Scalar | null => {
  if (typeof value === 'string') return storable(value, max);
  if (typeof value === 'boolean') return value;
  // JSON turns a page's NaN into null, and 1e999 into infinity.
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/**
 * Makes an event's properties of whatever a page gave: nested ones get names like `plan.name`, long
 * texts are cut, and from the 31st on they are left out. Nothing is refused, as nobody reads the
 * answer: the event would be lost.
 * @param maxValue characters of a text
 */
export const toProps = (source: unknown, maxValue = MAX_VALUE): Props => {
  const props = new Map<string, Scalar>();
  const add = (name: string, value: unknown, depth: number): void => {
    if (props.size >= MAX_PROPS) return;
    if (typeof value === 'object' && value !== null) {
      if (depth >= MAX_DEPTH) return;
      for (const [key, inner] of Object.entries(value))
        add(name === '' ? key : `${name}.${key}`, inner, depth + 1);
      return;
    }
    const scalar = scalarOf(value, maxValue);
    if (scalar !== null) props.set(storable(name === '' ? 'value' : name, MAX_NAME), scalar);
  };
  add('', source, 0);
  return Object.fromEntries(props);
};
