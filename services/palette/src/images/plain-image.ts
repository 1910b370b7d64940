import { inflateSync } from 'node:zlib';

/** The formats that images may have, told by their first bytes. Others never meet a decoder. */
const isKnown = (bytes: Buffer): boolean => {
  const at = (start: number, end: number): string => bytes.toString('latin1', start, end);
  return (
    isPng(bytes) ||
    at(0, 3) === '\xff\xd8\xff' ||
    (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') ||
    // AVIF; whether it is one, and not another format in the same container, shows its head.
    at(4, 8) === 'ftyp'
  );
};

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const isPng = (bytes: Buffer): boolean => bytes.subarray(0, PNG.length).equals(PNG);

/** Chunks that pixels and their colours need. All others are texts, which may inflate to gigabytes. */
const NEEDED = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP']);
/** The largest profiles of printers have two megabytes. */
const LARGEST_PROFILE = 4 * 1024 ** 2;

/** Whether an embedded profile stays within a profile's size when it is inflated. */
const isProfile = (data: Buffer): boolean => {
  try {
    // A name, its end, and the method of compression precede it.
    inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: LARGEST_PROFILE });
    return true;
  } catch {
    return false;
  }
};

/** A PNG without the chunks that its pixels don't need. Adjacent ones are kept in one piece. */
const plainPng = (bytes: Buffer): Buffer => {
  const pieces: Buffer[] = [PNG];
  let from = PNG.length;
  let at = from;
  while (at + 8 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const isKept = NEEDED.has(type) && (type !== 'iCCP' || isProfile(bytes.subarray(at + 8, end - 4)));
    if (!isKept) {
      pieces.push(bytes.subarray(from, at));
      from = end;
    }
    at = end;
    if (type === 'IEND') break;
  }
  return Buffer.concat([...pieces, bytes.subarray(from, at)]);
};

/**
 * An image as a decoder may have it: without what could inflate to far more than pixels. Null for
 * formats that aren't read.
 */
export const plainImage = (bytes: Buffer): Buffer | null => {
  if (!isKnown(bytes)) return null;
  return isPng(bytes) ? plainPng(bytes) : bytes;
};
