import { invalid } from '@platform/errors';

/** The bytes of an image in base64, or of a data: URL. @throws 400 */
export const decodeBase64 = (text: string): Buffer => {
  const plain = text.replace(/^data:image\/[a-z+.-]+;base64,/i, '').replaceAll(/\s/g, '');
  const digits = plain.replace(/={1,2}$/, '');
  // One character is looked for: a pattern for the whole text would keep a way back for each of them.
  // Four characters make three bytes, and one that is left over makes none.
  if (digits === '' || digits.length % 4 === 1 || /[^A-Za-z0-9+/_-]/.test(digits))
    throw invalid([{ field: 'image', message: 'image must be an image in base64' }]);
  return Buffer.from(plain, 'base64');
};
