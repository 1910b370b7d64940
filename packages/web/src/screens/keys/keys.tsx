import type { Output } from '@platform/client';
import { useRef, useState } from 'preact/hooks';

import { formatNumber, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Refusal } from '../../loading/form.tsx';
import { Listing, useLoad } from '../../loading/load.tsx';
import { BulkBar, Pick, useSelection } from '../../loading/selection.tsx';
import { useAct, useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may, session } from '../../session/session.ts';
import { SecretOnce } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Table } from '../../ui/table.tsx';
import { OrderChoice, Pager, useOrder, usePageOf, useWholeList } from '../pager.tsx';
import { Heading } from '../screen.tsx';
import { UsageChart } from '../usage/usage-chart.tsx';
import { useFilters } from '../use-filters.ts';
import { MakeKey, ScopeList } from './make-key.tsx';

/** Marks of writing direction, which a name copied from a sentence brings along, and spaces at its ends. */
const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A name as it is compared: in one way of writing letters with accents, and without what nobody sees. */
const plain = (name: string): string => name.replace(MARKS, '').normalize('NFC').trim();

type Key = Output<'keys.list'>['items'][number];

/** Asks for the name of a key, or for the number of several, before it revokes them, as that can't be undone. */
const RevokeKeys = ({ keys, onClose }: { keys: readonly Key[]; onClose: () => void }) => {
  const t = texts().keys;
  const [typed, setTyped] = useState('');
  const isOne = keys.length === 1;
  const name = isOne ? (keys[0]?.name ?? '') : String(keys.length);
  /** Keys that an earlier try revoked before it failed. */
  const revoked = useRef(new Set<string>());
  const submission = useSubmit(async () => {
    for (const { id } of keys) {
      if (revoked.current.has(id)) continue;
      await platform.keys.revoke(id);
      revoked.current.add(id);
    }
    onClose();
  });
  return (
    <Modal label={t.revoke} onClose={onClose}>
      <form onSubmit={submission.onSubmit}>
        <Field
          label={isOne ? t.confirm(name) : t.confirmSeveral(keys.length)}
          hint={t.confirmHint}
          autocomplete="off"
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
          }}
        />
        <button class="danger" disabled={plain(typed) !== plain(name) || submission.isBusy}>
          {t.revoke}
        </button>
        <button
          type="button"
          onClick={(event) => {
            event.currentTarget.closest('dialog')?.close();
          }}
        >
          {t.cancel}
        </button>
        <Refusal submission={submission} />
      </form>
    </Modal>
  );
};

/** Shows what a key used this month by day, and where it was used last. */
const KeyUsage = ({
  of: { id, name, last_used_at: at, last_used_address: address },
  onClose,
}: {
  of: Key;
  onClose: () => void;
}) => {
  const t = texts();
  const { data, error, reload } = useLoad(`usage ${id}`, () => platform.usage.list({ key_id: id }));
  return (
    <Modal label={t.keys.usageOf(name)} onClose={onClose}>
      <h2>{t.keys.usageOf(name)}</h2>
      {at !== null && (
        <p>
          {t.keys.lastUsed}: {formatTime(at)} {address}
        </p>
      )}
      <Problem error={error} retry={reload} />
      {!data && error === undefined && <Skeleton />}
      {data && <UsageChart usage={data} unit="requests" />}
      <p>
        <button type="button" onClick={onClose}>
          {t.keys.close}
        </button>
      </p>
    </Modal>
  );
};

/** The old key goes on working for a day, so that programs can change in peace. */
const GRACE_SECONDS = 86_400;

/** Neither revoked before nor the one that this session goes by. */
const isRevocable = ({ id, revoked_at: revoked }: Key): boolean =>
  revoked === null && id !== session.value?.key_id;

/** Finds keys by their name, the end of the key, or a scope. */
const matches = ({ name, last_four: end, scopes }: Key, search: string): boolean =>
  [name, end, ...scopes].some((text) => text.toLowerCase().includes(search.toLowerCase()));

/** All keys of the organisation: make one, see when each was used, rotate or revoke one. */
const Keys = () => {
  const t = texts();
  const { filter, setFilter } = useFilters();
  const search = filter('search');
  const { data, error, reload, isWhole } = useWholeList('keys', () => platform.keys.list());
  const [fresh, setFresh] = useState<{ name: string; key: string } | undefined>(undefined);
  const { isBusy, act } = useAct();
  const order = useOrder(({ name }: Key) => name);
  const { shown, meta } = usePageOf(
    data && order.sorted(data.filter((key) => matches(key, search))),
    isWhole,
  );
  const selection = useSelection(shown?.filter(isRevocable) ?? []);
  const rotate = async ({ id, name }: Key): Promise<void> => {
    const { key } = await platform.keys.rotate(id, { grace_seconds: GRACE_SECONDS });
    setFresh({ name, key });
    reload();
  };
  const [looked, setLooked] = useState<Key | undefined>(undefined);
  const [leaving, setLeaving] = useState<readonly Key[]>([]);
  return (
    <>
      <Heading title={t.keys.title} />
      <MakeKey onMade={reload} />
      {fresh && <SecretOnce hint={t.keys.rotated(fresh.name)} secret={fresh.key} />}
      <div class="filters">
        <SearchField
          label={t.search}
          value={search}
          onSearch={(text) => {
            setFilter('search', text);
          }}
        />
        <OrderChoice order={order.order} onChoose={order.setOrder} />
      </div>
      <BulkBar selection={selection}>
        {(chosen) => (
          <button
            type="button"
            class="danger"
            onClick={() => {
              setLeaving(chosen);
            }}
          >
            {t.keys.revokeSeveral(formatNumber(chosen.length))}
          </button>
        )}
      </BulkBar>
      <Listing loaded={{ data: shown, error, reload }} empty={t.keys.noMatch}>
        {(keys) => (
          <Table
            label={t.keys.title}
            heads={['', t.keys.name, t.keys.scopes, t.keys.expires, t.keys.lastUsed, '']}
          >
            {keys.map((key) => (
              <tr key={key.id}>
                <td>{isRevocable(key) && <Pick selection={selection} item={key} name={key.name} />}</td>
                <td>
                  {key.name} <code>…{key.last_four}</code>
                </td>
                <td>
                  <ScopeList scopes={key.scopes} />
                </td>
                <td class="whole">{key.expires_at ? formatTime(key.expires_at) : t.never}</td>
                <td>
                  {key.last_used_at ? formatTime(key.last_used_at) : t.never}{' '}
                  {key.last_used_address !== null && <span class="quiet">{key.last_used_address}</span>}
                </td>
                <td class="actions">
                  {key.revoked_at !== null && <span>{t.keys.revoked}</span>}
                  {may('usage:read') && (
                    <button
                      type="button"
                      aria-label={t.keys.usageOf(key.name)}
                      onClick={() => {
                        setLooked(key);
                      }}
                    >
                      {t.keys.usage}
                    </button>
                  )}
                  {key.id === session.value?.key_id && <span>{t.keys.current}</span>}
                  {key.revoked_at === null && (
                    <button
                      type="button"
                      data-once
                      disabled={isBusy}
                      aria-label={`${t.keys.rotate}: ${key.name}`}
                      onClick={() => {
                        act(() => rotate(key));
                      }}
                    >
                      {t.keys.rotate}
                    </button>
                  )}
                  {isRevocable(key) && (
                    <button
                      type="button"
                      aria-label={`${t.keys.revoke}: ${key.name}`}
                      onClick={() => {
                        setLeaving([key]);
                      }}
                    >
                      {t.keys.revoke}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
      <Pager meta={meta} />
      {looked && (
        <KeyUsage
          of={looked}
          onClose={() => {
            setLooked(undefined);
          }}
        />
      )}
      {leaving.length > 0 && (
        <RevokeKeys
          keys={leaving}
          onClose={() => {
            setLeaving([]);
            reload();
          }}
        />
      )}
    </>
  );
};

export default Keys;
