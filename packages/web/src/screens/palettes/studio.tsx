import './studio.css';

import type { Output } from '@platform/client';
import { useEffect, useRef, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useAct } from '../../loading/use-submit.ts';
import { Stripe, Stripes } from '../../palette/colors.tsx';
import { HARMONIES, harmonyOptions } from '../../palette/harmonies.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Select } from '../../ui/field.tsx';
import { ColorEditor } from './color-editor.tsx';
import { orderOf, useDragging } from './dragging.ts';

type PaletteRecord = Output<'palettes.show'>;
type Color = PaletteRecord['colors'][number];

const FEWEST = 2;
const MOST = 12;

/** Steps for a palette: each is a version of it, and can be undone. */
interface Steps {
  isBusy: boolean;
  set: (colors: readonly { color: string; role: string }[]) => void;
  regenerate: (lock: readonly string[], harmony: string, count: number) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
}

/** Changes a palette on the platform, and remembers which version each step came from. */
const useSteps = (palette: PaletteRecord, onMade: () => void): Steps => {
  const { id, version, colors } = palette;
  const { isBusy, act } = useAct();
  const [past, setPast] = useState<readonly number[]>([]);
  const [future, setFuture] = useState<readonly number[]>([]);
  const step = (work: () => PromiseLike<unknown>): void => {
    act(async () => {
      await work();
      setPast((before) => [...before, version]);
      setFuture([]);
      onMade();
    });
  };
  const goTo = (wanted: number, forth: (version: number) => void, back: () => void): void => {
    act(async () => {
      await platform.palettes.setColors(id, { version: wanted });
      forth(version);
      back();
      onMade();
    });
  };
  const [last, next] = [past.at(-1), future.at(-1)];
  return {
    isBusy,
    set: (wanted) => {
      step(() => platform.palettes.setColors(id, { colors: [...wanted] }));
    },
    regenerate: (lock, harmony, count) => {
      const kept = colors.filter(({ role, index }) => lock.includes(role) && index < count);
      const wanted = HARMONIES.find((one) => one === harmony);
      step(() =>
        platform.palettes.regenerate(id, {
          lock: kept.map(({ index }) => index),
          count,
          ...(wanted && { harmony: wanted }),
        }),
      );
    },
    undo:
      last === undefined
        ? undefined
        : () => {
            goTo(
              last,
              (from) => {
                setFuture((before) => [...before, from]);
              },
              () => {
                setPast((before) => before.slice(0, -1));
              },
            );
          },
    redo:
      next === undefined
        ? undefined
        : () => {
            goTo(
              next,
              (from) => {
                setPast((before) => [...before, from]);
              },
              () => {
                setFuture((before) => before.slice(0, -1));
              },
            );
          },
  };
};

const asSent = ({ hex, role }: Color): { color: string; role: string } => ({ color: hex, role });

interface ColorTileProps {
  color: Color;
  /** Where it stands while one is dragged. */
  place: number;
  isDragged: boolean;
  /** Its new value while it is being changed, as CSS writes it. */
  draft: string | undefined;
  count: number;
  isLocked: boolean;
  isBusy: boolean;
  mayChange: boolean;
  onLock: () => void;
  onMove: (from: number, to: number) => void;
  onTake: (event: PointerEvent) => void;
  onChange: () => void;
}

/** One colour of the studio, and what can be done with it. */
const ColorTile = (props: ColorTileProps) => {
  const { color, place, isDragged, draft, count, isLocked, isBusy, mayChange } = props;
  const { onLock, onMove, onTake, onChange } = props;
  const t = texts().studio;
  const { index, role } = color;
  // The base is what the others are made from: it stays where it is.
  const isBase = index === 0;
  return (
    <Stripe
      color={draft === undefined ? color : { ...color, hex: draft }}
      class={[mayChange && !isBase ? 'movable' : '', isDragged ? 'dragged' : ''].join(' ')}
      order={place}
      data-place={index}
      onPointerDown={mayChange && !isBusy ? onTake : undefined}
    >
      {mayChange && (
        <span class="stripe-tools">
          <button
            type="button"
            aria-pressed={isBase || isLocked}
            aria-label={t.lockOf(role)}
            title={isBase ? t.baseStays : t.lockOf(role)}
            disabled={isBase}
            onClick={onLock}
          >
            <Lock isClosed={isBase || isLocked} />
          </button>
          <button
            type="button"
            aria-label={t.changeOf(role)}
            aria-expanded={draft !== undefined}
            title={t.changeOf(role)}
            onClick={onChange}
          >
            <Sliders />
          </button>
          {!isBase && (
            // Who can't drag has the arrows.
            <span class="grip" aria-hidden="true" title={t.drag}>
              <Grip />
            </span>
          )}
          <button
            type="button"
            aria-label={t.moveLeft(role)}
            disabled={isBusy || index < 2}
            onClick={() => {
              onMove(index, index - 1);
            }}
          >
            ←
          </button>
          <button
            type="button"
            aria-label={t.moveRight(role)}
            disabled={isBusy || isBase || index === count - 1}
            onClick={() => {
              onMove(index, index + 1);
            }}
          >
            →
          </button>
        </span>
      )}
    </Stripe>
  );
};

const Lock = ({ isClosed }: { isClosed: boolean }) => (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor">
    <rect x="3" y="7" width="10" height="7" rx="1.5" fill={isClosed ? 'currentColor' : 'none'} />
    <path d={isClosed ? 'M5 7V5a3 3 0 0 1 6 0v2' : 'M5 7V5a3 3 0 0 1 5.6-1.5'} />
  </svg>
);

const Grip = () => (
  <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor">
    {[4, 8, 12].flatMap((y) => [6, 10].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.25" />))}
  </svg>
);

const Sliders = () => (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor">
    <path d="M2 4.5h6m4 0h2M2 11.5h2m4 0h6" />
    <circle cx="10" cy="4.5" r="2" />
    <circle cx="6" cy="11.5" r="2" />
  </svg>
);

interface Keys {
  make: () => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
}

/** Space makes new colours, Ctrl or ⌘ with Z takes back, unless a field or button has the focus. */
const useKeys = (keys: Keys): void => {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const target = event.target as Element;
      if (target.closest('input, select, textarea, dialog') || event.altKey) return;
      const { make, undo, redo } = latest.current;
      if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        (event.shiftKey ? redo : undo)?.();
        return;
      }
      const isUsed = target.closest('button, a, summary, [tabindex="0"]');
      if (event.key !== ' ' || isUsed || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (!event.repeat) make();
    };
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listen);
    };
  }, []);
};

/** A colour that is being changed, before the palette has it. */
export interface Draft {
  readonly role: string;
  readonly color: string;
}

interface PaletteEditorProps {
  palette: PaletteRecord;
  draft: Draft | undefined;
  onDraft: (draft: Draft | undefined) => void;
  onMade: () => void;
}

/** The palette as stripes: lock, move and change colours, make new ones, and take each step back. */
export const PaletteEditor = ({ palette, draft, onDraft, onMade }: PaletteEditorProps) => {
  const t = texts();
  const mayChange = may('palettes:write');
  const steps = useSteps(palette, () => {
    onDraft(undefined);
    onMade();
  });
  const [locked, setLocked] = useState<readonly string[]>([]);
  const [harmony, setHarmony] = useState<string>(palette.harmony);
  const { colors, count } = palette;
  const move = (from: number, to: number): void => {
    const moved = colors[from];
    if (!moved || from === to || from === 0 || to === 0) return;
    const others = colors.filter((color) => color !== moved);
    steps.set(others.toSpliced(to, 0, moved).map(asSent));
  };
  const regenerate = (wanted = count): void => {
    if (mayChange && !steps.isBusy) steps.regenerate(locked, harmony, wanted);
  };
  useKeys({
    make: () => {
      regenerate();
    },
    undo: steps.isBusy ? undefined : steps.undo,
    redo: steps.isBusy ? undefined : steps.redo,
  });
  const edited = colors.find(({ role }) => role === draft?.role);
  const { dragged, begin } = useDragging(colors.length, move);
  const order = dragged && orderOf(colors.length, dragged);
  return (
    <>
      <Stripes isBusy={steps.isBusy}>
        {colors.map((color) => (
          <ColorTile
            key={color.role}
            color={color}
            place={order ? order.indexOf(color.index) : color.index}
            isDragged={dragged?.from === color.index}
            draft={draft?.role === color.role ? draft.color : undefined}
            count={count}
            isLocked={locked.includes(color.role)}
            isBusy={steps.isBusy}
            mayChange={mayChange}
            onLock={() => {
              setLocked(
                locked.includes(color.role)
                  ? locked.filter((role) => role !== color.role)
                  : [...locked, color.role],
              );
            }}
            onMove={move}
            onTake={(event) => {
              begin(event, color.index);
            }}
            onChange={() => {
              onDraft(draft?.role === color.role ? undefined : { role: color.role, color: color.hex });
            }}
          />
        ))}
      </Stripes>
      {edited && draft && (
        <ColorEditor
          key={edited.role}
          color={edited}
          draft={draft.color}
          onTry={(color) => {
            onDraft({ role: edited.role, color });
          }}
          onSet={(color) => {
            steps.set(colors.map((one) => (one === edited ? { ...asSent(one), color } : asSent(one))));
          }}
          onClose={() => {
            onDraft(undefined);
          }}
        />
      )}
      {mayChange && (
        <div class="toolbar" role="group" aria-label={t.studio.toolbar}>
          <button
            type="button"
            class="primary"
            disabled={steps.isBusy}
            onClick={() => {
              regenerate();
            }}
          >
            {t.studio.regenerate} <kbd>{t.studio.spaceBar}</kbd>
          </button>
          <Select
            label={t.palettes.harmony}
            chosen={harmony}
            options={harmonyOptions()}
            onChange={(event) => {
              setHarmony(event.currentTarget.value);
            }}
          />
          <button
            type="button"
            aria-label={t.studio.fewer}
            disabled={steps.isBusy || count <= FEWEST}
            onClick={() => {
              steps.set(colors.slice(0, -1).map(asSent));
            }}
          >
            −
          </button>
          <button
            type="button"
            aria-label={t.studio.more}
            disabled={steps.isBusy || count >= MOST}
            onClick={() => {
              steps.regenerate(
                colors.map(({ role }) => role),
                harmony,
                count + 1,
              );
            }}
          >
            +
          </button>
          <button type="button" disabled={steps.isBusy || !steps.undo} onClick={steps.undo}>
            {t.undo}
          </button>
          <button type="button" disabled={steps.isBusy || !steps.redo} onClick={steps.redo}>
            {t.studio.redo}
          </button>
          <span class="quiet" role="status">
            {t.studio.version(palette.version)}
          </span>
        </div>
      )}
    </>
  );
};
