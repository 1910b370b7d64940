import { invalid } from '@platform/errors';
import { GuardError } from '@platform/guard';
import type { Guard } from '@platform/guard';
import type { SentImage } from './image-process.ts';

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

/** Fetches a file from a public address. @throws 400 that names `url` */
export type FetchImage = (url: string) => Promise<Buffer>;

/** As much as a request with an image in it may have. */
const MOST_BYTES = 10 * 1024 * 1024;

const refuse = (message: string) => invalid([{ field: 'url', message }]);

/** Fetches images from addresses that clients chose, through the guard against private ones. */
export const createFetchImage =
  ({ fetch }: Pick<Guard, 'fetch'>): FetchImage =>
  async (url) => {
    try {
      const { status, body } = await fetch(url, {
        maxBytes: MOST_BYTES,
        overflow: 'fail',
        headers: { accept: 'image/avif, image/webp, image/png, image/jpeg' },
      });
      if (status !== 200) throw refuse(`url was answered with the status ${status}`);
      return Buffer.from(body);
    } catch (error) {
      if (!(error instanceof GuardError)) throw error;
      throw refuse(`url can't be fetched: ${error.message}`);
    }
  };

/** The image of a request: sent with it, or fetched. @throws 400 unless exactly one is given */
export const imageOf = async (
  { image, url }: { readonly image?: Uint8Array; readonly url?: string },
  fetchImage: FetchImage,
): Promise<SentImage> => {
  if (image !== undefined && url !== undefined) throw refuse('url cannot be combined with image');
  if (image !== undefined) return { bytes: image, field: 'image' };
  if (url !== undefined) return { bytes: await fetchImage(url), field: 'url' };
  throw invalid([{ field: 'image', message: 'image is required, or url' }]);
};
