import type { Input } from '@platform/client';

import { platform } from '../../session/platform.ts';

/** Bytes of one part: the platform takes 3 MB at once. */
const PART_BYTES = 3 * 1024 ** 2;

const asBase64 = async (part: Blob): Promise<string> => {
  const bytes = new Uint8Array(await part.arrayBuffer());
  let text = '';
  // All bytes at once would be more arguments than a call takes.
  for (let at = 0; at < bytes.length; at += 32_768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
};

/**
 * Sends a file of another tool's statistics, in parts where it is large, and has it imported.
 * @param onPart told of the share that has arrived, from 0 to 1
 */
export const sendImport = async (
  id: number,
  source: Input<'websites.imports.create'>['source'],
  file: File,
  onPart: (share: number) => void,
): Promise<void> => {
  const named = { source, file_name: file.name };
  if (file.size <= PART_BYTES) {
    await platform.websites.imports.create(id, { ...named, content: await asBase64(file) });
    return;
  }
  const { id: created } = await platform.websites.imports.create(id, named);
  const parts = Math.ceil(file.size / PART_BYTES);
  for (let part = 1; part <= parts; part++) {
    const piece = file.slice((part - 1) * PART_BYTES, part * PART_BYTES);
    const complete = part === parts ? 1 : 0;
    await platform.websites.imports.update(id, created, { part, complete, content: await asBase64(piece) });
    onPart(part / parts);
  }
};
