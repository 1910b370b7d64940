import './token-tree.css';

import { useRef, useState } from 'preact/hooks';

import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Field, Select } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { Empty } from '../../ui/placeholder.tsx';
import {
  colorOf,
  resolvedValue,
  takenAt,
  textOfValue,
  tokenRows,
  valueOfText,
  withoutToken,
  withToken,
  withTokenBack,
} from './token-rows.ts';
import type { TokenRow, TokenTree } from './token-rows.ts';

/** The modes that every theme has beside its light one. */
const OFFERED = ['dark', 'high_contrast', 'high_contrast_dark'] as const;
/** More of them at once would make each key slow. */
const STEP = 100;

const SHORT_HEX = /^#([\da-f])([\da-f])([\da-f])[\da-f]?$/i;

/** A colour as a picker takes it: six digits. */
const pickerColor = (color: string): string => color.replace(SHORT_HEX, '#$1$1$2$2$3$3').slice(0, 7);

interface CellProps {
  row: TokenRow;
  rows: readonly TokenRow[];
  /** Undefined for the value in all modes. */
  mode: string | undefined;
  label: string;
  onValue: (value: unknown) => void;
}

/** The value of a token in one mode: a text, and a picker where it is a colour. */
const TokenCell = ({ row, rows, mode, label, onValue }: CellProps) => {
  const own = mode === undefined ? row.value : row.modes[mode];
  const resolved = colorOf(resolvedValue(rows, own ?? row.value, mode));
  const picked = colorOf(own ?? row.value);
  return (
    <span class="token-value">
      {picked !== undefined ? (
        <input
          type="color"
          aria-label={`${label}: ${texts().palettes.pick}`}
          value={pickerColor(picked)}
          onChange={(event) => {
            onValue(event.currentTarget.value);
          }}
        />
      ) : (
        resolved !== undefined && <span class="dot" style={{ backgroundColor: resolved }} />
      )}
      <input
        // Begun anew when somebody changes the value elsewhere.
        key={textOfValue(own)}
        aria-label={label}
        defaultValue={textOfValue(own)}
        placeholder={mode === undefined ? undefined : textOfValue(row.value)}
        spellcheck={false}
        onChange={(event) => {
          onValue(valueOfText(event.currentTarget.value.trim(), own));
        }}
      />
    </span>
  );
};

interface AddTokenProps {
  tokens: TokenTree;
  onAdd: (path: readonly string[], value: string) => void;
}

const AddToken = ({ tokens, onAdd }: AddTokenProps) => {
  const t = texts().tokenTree;
  const [name, setName] = useState('');
  const path = name
    .split('.')
    .map((part) => part.trim())
    .filter(Boolean);
  const taken = takenAt(tokens, path);
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault();
        const value = (new FormData(event.currentTarget).get('value') as string).trim();
        if (path.length === 0 || value === '' || taken !== undefined) return;
        onAdd(path, value);
        setName('');
        event.currentTarget.reset();
      }}
    >
      <Field
        label={t.newName}
        name="token"
        placeholder="color.brand"
        autocomplete="off"
        value={name}
        onInput={(event) => {
          setName(event.currentTarget.value);
        }}
        error={taken && t.taken[taken]}
        required
      />
      <Field label={t.value} name="value" placeholder="#2b5bd7" autocomplete="off" required />
      <button>{t.add}</button>
    </form>
  );
};

/** A theme's tokens by group, with a column for each mode, to be searched and changed one by one. */
export const TokenTreeEditor = ({
  tokens,
  onTokens,
}: {
  tokens: TokenTree;
  onTokens: (tokens: TokenTree) => void;
}) => {
  const t = texts().tokenTree;
  const titles: Readonly<Record<string, string>> = texts().themes.modes;
  // What is put back goes into the tokens as they are by then.
  const latest = useRef(tokens);
  latest.current = tokens;
  const [search, setSearch] = useState('');
  const [added, setAdded] = useState<readonly string[]>(['dark']);
  const [count, setCount] = useState(STEP);
  const rows = tokenRows(tokens);
  const modes = [...new Set([...added, ...rows.flatMap((row) => Object.keys(row.modes))])];
  const wanted = search.trim().toLowerCase();
  const found = rows.filter(({ path, value, modes: own }) =>
    [path.join('.'), ...[value, ...Object.values(own)].map(textOfValue)].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
  const left = OFFERED.filter((mode) => !modes.includes(mode));
  let group = '';
  return (
    <div class="token-tree">
      <div class="filters">
        <Field
          label={texts().search}
          type="search"
          value={search}
          onInput={(event) => {
            setSearch(event.currentTarget.value);
          }}
        />
        {left.length > 0 && (
          <Select
            // Begun anew when a mode has become a column.
            key={left.length}
            label={t.addMode}
            chosen=""
            options={[['', t.chooseMode], ...left.map((mode) => [mode, titles[mode] ?? mode] as const)]}
            onChange={(event) => {
              setAdded([...added, event.currentTarget.value]);
            }}
          />
        )}
      </div>
      {found.length === 0 && <Empty icon="themes">{rows.length === 0 ? t.empty : t.noMatch}</Empty>}
      {found.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label={t.title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t.token}</th>
                <th scope="col">{t.value}</th>
                {modes.map((mode) => (
                  <th key={mode} scope="col">
                    {titles[mode] ?? mode}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {found.slice(0, count).map((row) => {
                const name = row.path.join('.');
                const parents = row.path.slice(0, -1).join('.');
                const begins = parents !== group;
                group = parents;
                const set = (value: unknown, mode?: string): void => {
                  onTokens(withToken(tokens, row.path, value, mode));
                };
                return (
                  <>
                    {begins && (
                      <tr key={`group ${name}`} class="token-group">
                        <th scope="rowgroup" colSpan={modes.length + 3}>
                          {parents}
                        </th>
                      </tr>
                    )}
                    <tr key={name}>
                      <th scope="row" class={parents === '' ? '' : 'within'} title={name}>
                        {row.path.at(-1)}
                        {row.type !== undefined && <span class="quiet"> {row.type}</span>}
                      </th>
                      {[undefined, ...modes].map((mode) => (
                        <td key={mode ?? ''}>
                          <TokenCell
                            row={row}
                            rows={rows}
                            mode={mode}
                            label={mode === undefined ? name : `${name}, ${titles[mode] ?? mode}`}
                            onValue={(value) => {
                              set(value, mode);
                            }}
                          />
                        </td>
                      ))}
                      <td class="actions">
                        <button
                          type="button"
                          aria-label={`${texts().remove}: ${name}`}
                          onClick={() => {
                            onTokens(withoutToken(tokens, row.path));
                            notify(t.removed(name), {
                              undo: () => {
                                onTokens(withTokenBack(latest.current, tokens, row.path));
                              },
                            });
                          }}
                        >
                          {texts().remove}
                        </button>
                      </td>
                    </tr>
                  </>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      <p class="quiet" role="status">
        {t.count(rows.length, formatNumber(found.length), formatNumber(rows.length))}
      </p>
      {found.length > count && (
        <button
          type="button"
          onClick={() => {
            setCount(count + STEP);
          }}
        >
          {texts().more}
        </button>
      )}
      <AddToken
        tokens={tokens}
        onAdd={(path, value) => {
          onTokens(withToken(tokens, path, value));
        }}
      />
    </div>
  );
};
