/** Where an ampersand stands for itself, and how that part ends. */
const ENDS: Readonly<Record<string, string>> = { '<![CDATA[': ']]>', '<!--': '-->', '<?': '?>' };
/** The last one of a text may be cut off. */
const REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z_:][\w:.-]*)(?:;|$)/iy;
/** Text is handed on in parts of about this length. */
const PART = 4_096;

/** Part of an XML text whose bare ampersands were escaped. */
export interface EscapedPart {
  readonly text: string;
  /** How many ampersands were escaped in it. */
  readonly bare: number;
}

/**
 * Escapes the ampersands that begin no reference, as in `?a=1&b=2`. An XML parser takes all up to the
 * next semicolon for the name of an entity, which may be the rest of the file. Takes time in
 * proportion to the text, whatever is in it.
 */
export function* escapeBareAmpersands(text: string): Generator<EscapedPart> {
  const marks = /<!\[CDATA\[|<!--|<\?|&/g;
  let from = 0;
  let [part, bare] = ['', 0];
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [found] = mark;
    let to = marks.lastIndex;
    const end = ENDS[found];
    if (end !== undefined) {
      const closed = text.indexOf(end, to);
      to = closed < 0 ? text.length : closed + end.length;
      part += text.slice(from, to);
    } else {
      REFERENCE.lastIndex = mark.index;
      const isBare = !REFERENCE.test(text);
      if (!isBare) to = REFERENCE.lastIndex;
      part += isBare ? `${text.slice(from, to)}amp;` : text.slice(from, to);
      if (isBare) bare += 1;
    }
    marks.lastIndex = from = to;
    if (part.length < PART) continue;
    yield { text: part, bare };
    [part, bare] = ['', 0];
  }
  yield { text: part + text.slice(from), bare };
}
