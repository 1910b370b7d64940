import { conflict, invalid, notFound } from '@platform/errors';

import type { WebsitesService } from '../websites/websites-service.ts';
import type { Import, ImportsStore } from './imports-store.ts';

export interface CreateImportBody {
  readonly source: string;
  readonly file_name: string;
  readonly content?: string;
  readonly complete?: number;
}

export interface UpdateImportBody {
  readonly part?: number;
  readonly content?: string;
  readonly complete?: number;
}

export interface ImportsServiceDeps {
  readonly websites: Pick<WebsitesService, 'show'>;
  readonly store: ImportsStore;
}

export interface ImportsService {
  /** @throws AppError `invalid` for one import too many */
  create(organisation: string, websiteId: number, body: CreateImportBody): Promise<Import>;
  list(organisation: string, websiteId: number): Promise<readonly Import[]>;
  show(organisation: string, websiteId: number, id: number): Promise<Import>;
  /**
   * Adds a part of the file, or ends the upload. @throws AppError `conflict` once it has ended, and
   * `invalid` where a part is missing
   */
  update(organisation: string, websiteId: number, id: number, body: UpdateImportBody): Promise<Import>;
  /** Undoes an import: its days count no more. */
  remove(organisation: string, websiteId: number, id: number): Promise<void>;
}

const MOST_IMPORTS = 100;

/** @throws AppError `invalid` for content that is empty */
const bytesOf = (content: string): Buffer => {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length === 0) throw invalid([{ field: 'content', message: 'content must not be empty' }]);
  return bytes;
};

const ended = () => conflict('The file of this import is complete. Undo the import and create a new one.');

/** The use cases of imports; import-job.ts does the work. */
export const createImportsService = ({ websites, store }: ImportsServiceDeps): ImportsService => {
  const find = async (websiteId: number, id: number): Promise<Import> => {
    const found = await store.find(websiteId, id);
    if (found === undefined) throw notFound('import');
    return found;
  };

  const put = async (websiteId: number, id: number, part: number, bytes: Buffer): Promise<void> => {
    if ((await store.putPart(websiteId, id, part, bytes)) === undefined) throw ended();
  };

  const complete = async (websiteId: number, id: number): Promise<void> => {
    const { status, sizeBytes } = await find(websiteId, id);
    // Said again, it changes nothing: the answer to the first time may have been lost.
    if (status !== 'uploading') return;
    if (sizeBytes === 0)
      throw invalid([{ field: 'complete', message: 'complete needs a part of the file, and there is none' }]);
    const gap = await store.complete(websiteId, id);
    if (gap !== undefined)
      throw invalid([
        {
          field: 'complete',
          message: `complete needs every part up to ${gap.last}, and part ${gap.missing} is missing`,
        },
      ]);
  };

  return {
    async create(organisation, websiteId, { source, file_name: fileName, content, complete: isWhole }) {
      await websites.show(organisation, websiteId);
      if (isWhole === 1 && content === undefined)
        throw invalid([{ field: 'content', message: 'content is required where the file is complete' }]);
      if ((await store.list(websiteId)).length >= MOST_IMPORTS)
        throw invalid([
          {
            field: 'source',
            message: `source can’t be imported: a website has at most ${MOST_IMPORTS} imports`,
          },
        ]);
      // Checked before anything is stored, so refused content leaves nothing behind.
      const bytes = content === undefined ? undefined : bytesOf(content);
      const { id } = await store.insert(websiteId, { source, fileName });
      if (bytes !== undefined) {
        await put(websiteId, id, 1, bytes);
        if (isWhole !== 0) await complete(websiteId, id);
      }
      return find(websiteId, id);
    },
    async list(organisation, websiteId) {
      await websites.show(organisation, websiteId);
      return store.list(websiteId);
    },
    async show(organisation, websiteId, id) {
      await websites.show(organisation, websiteId);
      return find(websiteId, id);
    },
    async update(organisation, websiteId, id, { part, content, complete: isWhole }) {
      await websites.show(organisation, websiteId);
      const { status } = await find(websiteId, id);
      if (content !== undefined && part !== undefined) {
        if (status !== 'uploading') throw ended();
        await put(websiteId, id, part, bytesOf(content));
      }
      if (isWhole === 1) await complete(websiteId, id);
      return find(websiteId, id);
    },
    async remove(organisation, websiteId, id) {
      await websites.show(organisation, websiteId);
      if (!(await store.remove(websiteId, id))) throw notFound('import');
    },
  };
};
