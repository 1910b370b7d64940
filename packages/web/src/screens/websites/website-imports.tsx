import type { Output } from '@platform/client';
import { useState } from 'preact/hooks';

import { acrossTexts } from '../../i18n/across.ts';
import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { Listing, useLoad } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { usePoll } from '../../loading/timing.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { formatDays } from '../../statistics/format.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Table } from '../../ui/table.tsx';
import { findSource, SOURCE_NAMES } from './across/import-sources.ts';
import type { Source } from './across/import-sources.ts';

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
const sendImport = async (
  id: number,
  source: Source,
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

type Import = Output<'websites.imports.list'>[number];

const SOURCES = Object.entries(SOURCE_NAMES) as [Source, string][];

/** Where each product hides its export. */
const WhereToFind = () => {
  const t = acrossTexts().imports;
  return (
    <details>
      <summary>{t.whereTitle}</summary>
      <dl>
        {SOURCES.map(([source, name]) => (
          <div key={source}>
            <dt>{name}</dt>
            <dd>{t.where[source]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
};

const AddImport = ({ id, onAdded }: { id: number; onAdded: () => void }) => {
  const t = texts().website;
  const found = acrossTexts().imports;
  const [detected, setDetected] = useState<{ source: Source | undefined } | undefined>(undefined);
  const [chosen, setChosen] = useState<Source>('plausible');
  const [sent, setSent] = useState<number | undefined>(undefined);
  const submission = useSubmit(async ({ source }, form) => {
    const file = new FormData(form).get('file');
    if (!(file instanceof File)) return;
    setSent(0);
    try {
      await sendImport(id, source as Source, file, setSent);
      form.reset();
      setDetected(undefined);
    } finally {
      setSent(undefined);
      onAdded();
    }
  });
  return (
    <Form class="inline" draft="import" submission={submission}>
      <Field
        label={t.file}
        hint={t.fileHint}
        name="file"
        type="file"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (!file) return;
          findSource(file).then(
            (source) => {
              setDetected({ source });
              if (source) setChosen(source);
            },
            // Files that can't be read here are left to the platform.
            () => {
              setDetected({ source: undefined });
            },
          );
        }}
        error={submission.errorOf('content')}
        required
      />
      <Select
        label={t.source}
        name="source"
        options={SOURCES}
        chosen={chosen}
        onChange={(event) => {
          setChosen(event.currentTarget.value as Source);
        }}
        error={submission.errorOf('source')}
      />
      <button class="primary" disabled={submission.isBusy}>
        {t.addImport}
      </button>
      {sent !== undefined && <progress value={sent} aria-label={t.sending} />}
      <p role="status">
        {detected && (detected.source ? found.isExportOf(SOURCE_NAMES[detected.source]) : found.unknown)}
      </p>
      <WhereToFind />
      <Refusal submission={submission} />
    </Form>
  );
};

const State = ({ one }: { one: Import }) => {
  const t = texts().website;
  const isMoving = one.status === 'running' || one.status === 'pending';
  return (
    <>
      {t.importStates[one.status]}
      {isMoving && <progress value={one.progress} max={100} aria-label={one.file_name} />}
      {one.error !== null && <p class="wrong">{one.error}</p>}
    </>
  );
};

/** Statistics of other tools, kept as daily sums; an import is undone by deleting it. */
export const WebsiteImports = ({ id }: { id: number }) => {
  const t = texts();
  const loaded = useLoad(`imports ${id}`, () => platform.websites.imports.list(id));
  const isMoving = loaded.data?.some(({ status }) => status === 'running' || status === 'pending');
  usePoll(isMoving === true, loaded.reload);
  const removal = useRemoval(`imports ${id}`, (one: number) => platform.websites.imports.delete(id, one));
  return (
    <>
      {may('websites:write') && <AddImport id={id} onAdded={loaded.reload} />}
      <Listing loaded={loaded} isShown={removal.isShown} empty={t.website.noImports}>
        {(imports) => (
          <Table
            label={t.website.tabs.imports}
            heads={[
              t.website.file,
              t.website.source,
              t.website.state,
              { title: t.website.rowsRead, isNumber: true },
              { title: t.website.days, isNumber: true },
              '',
            ]}
          >
            {imports.map((one) => (
              <tr key={one.id}>
                <td>{one.file_name}</td>
                <td>{SOURCES.find(([source]) => source === one.source)?.[1]}</td>
                <td>
                  <State one={one} />
                </td>
                <td class="number">{formatNumber(one.rows_read)}</td>
                <td>
                  {formatNumber(one.days)}
                  {one.first_day !== null &&
                    ` (${formatDays({ from: one.first_day, to: one.last_day ?? one.first_day })})`}
                </td>
                <td class="actions">
                  {may('websites:write') && (
                    <RemoveButton
                      name={one.file_name}
                      onRemove={() => {
                        removal.remove(one.id, one.file_name);
                      }}
                    />
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
    </>
  );
};
