import './studio.css';

import type { Output } from '@platform/client';
import { useEffect, useRef, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useAct } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Select } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { HARMONIES, harmonyOptions } from './harmonies.ts';

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

interface StripeProps {
  color: Color;
  count: number;
  isLocked: boolean;
  isBusy: boolean;
  mayChange: boolean;
  onLock: () => void;
  onMove: (from: number, to: number) => void;
  onPick: (hex: string) => void;
}

const copy = async (hex: string): Promise<void> => {
  const t = texts();
  try {
    await navigator.clipboard.writeText(hex);
    notify(t.studio.copied(hex));
  } catch {
    notify(t.notCopied);
  }
};

/** One colour, as tall as the strip: its name, its value, and what can be done with it. */
const Stripe = ({ color, count, isLocked, isBusy, mayChange, onLock, onMove, onPick }: StripeProps) => {
  const t = texts().studio;
  const { index, hex, name, role, on_color: on } = color;
  const [isOver, setOver] = useState(false);
  // The base is what the others are made from: it stays where it is.
  const isBase = index === 0;
  return (
    <li
      class={isOver ? 'over' : ''}
      style={{ backgroundColor: hex, color: on }}
      draggable={mayChange && !isBase}
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', String(index));
      }}
      onDragOver={(event) => {
        if (!mayChange || isBase) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!mayChange || isBase) return;
        event.preventDefault();
        const from = Number(event.dataTransfer?.getData('text/plain') || NaN);
        if (Number.isInteger(from)) onMove(from, index);
      }}
    >
      <button
        type="button"
        class="hex"
        aria-label={t.copyOf(hex)}
        onClick={() => {
          void copy(hex);
        }}
      >
        {hex}
      </button>
      <span class="name">{name}</span>
      <span class="role">{role}</span>
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
          <input
            type="color"
            aria-label={t.changeOf(role)}
            value={hex.slice(0, 7)}
            disabled={isBusy}
            // When it is chosen, not with every move of the pointer.
            onChange={(event) => {
              onPick(event.currentTarget.value);
            }}
          />
        </span>
      )}
    </li>
  );
};

const Lock = ({ isClosed }: { isClosed: boolean }) => (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor">
    <rect x="3" y="7" width="10" height="7" rx="1.5" fill={isClosed ? 'currentColor' : 'none'} />
    <path d={isClosed ? 'M5 7V5a3 3 0 0 1 6 0v2' : 'M5 7V5a3 3 0 0 1 5.6-1.5'} />
  </svg>
);

/** The space bar makes new colours while no field or button has the focus. */
const useSpaceBar = (onPress: () => void): void => {
  const latest = useRef(onPress);
  latest.current = onPress;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const target = event.target as Element;
      const isUsed = target.closest('input, select, textarea, button, a, summary, dialog, [tabindex="0"]');
      if (event.key !== ' ' || isUsed || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (!event.repeat) latest.current();
    };
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listen);
    };
  }, []);
};

/** The palette as stripes: lock, move and change colours, make new ones, and take each step back. */
export const Stripes = ({ palette, onMade }: { palette: PaletteRecord; onMade: () => void }) => {
  const t = texts();
  const mayChange = may('palettes:write');
  const steps = useSteps(palette, onMade);
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
  useSpaceBar(regenerate);
  return (
    <>
      <ul class="stripes" aria-label={t.palettes.colors} aria-busy={steps.isBusy}>
        {colors.map((color) => (
          <Stripe
            key={color.role}
            color={color}
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
            onPick={(hex) => {
              steps.set(colors.map((one) => (one === color ? { ...asSent(one), color: hex } : asSent(one))));
            }}
          />
        ))}
      </ul>
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
