import './theme-modes.css';
import '../palette/contrast-table.css';

import { Choice } from '../palette/choice.tsx';
import { paintOf } from './mode.ts';
import type { Mode } from './mode.ts';
import { ModeSample } from './mode-sample.tsx';
import { RoleTable } from './role-table.tsx';
import { modeTitle, themeTexts } from '../i18n/theme.ts';

const hexOf = (mode: Mode, role: string): string | undefined => mode[role]?.hex;

/** The roles in use, in small: a surface, a text, a button. */
const Sample = () => {
  const t = themeTexts();
  return (
    <div class="sample" aria-hidden="true">
      <p>{t.text.join('')}</p>
      <p class="on-surface">{t.surface}</p>
      <span class="on-primary">{t.primary}</span> <span class="on-error">{t.error}</span>
    </div>
  );
};

/** Colours of one meaning, which a theme has with a container and as text. */
const FAMILIES = ['primary', 'secondary', 'tertiary', 'success', 'warning', 'error', 'info'] as const;
/** The surface below everything else. */
const GROUNDS = ['background', 'surface', 'surface-variant'] as const;

interface RoleSampleProps {
  mode: Mode;
  role: string;
  /** The roles of the text and of what is behind it. */
  front: string;
  back: string;
}

/** A role as it is used: in front of the role that is meant for it, or behind. */
const RoleSample = ({ mode, role, front, back }: RoleSampleProps) => {
  const hex = hexOf(mode, role);
  if (hex === undefined) return <span />;
  return (
    <span
      class="aa"
      role="img"
      title={`${role} ${hex}`}
      aria-label={`${role} ${hex}`}
      style={{ color: hexOf(mode, front), backgroundColor: hexOf(mode, back) }}
    />
  );
};

/** The roles of a mode: each family as a ground, as a container and as text. */
const Roles = ({ mode }: { mode: Mode }) => (
  <ul class="roles">
    <li>
      <span class="quiet">{themeTexts().grounds}</span>
      {GROUNDS.map((role) => (
        <RoleSample key={role} mode={mode} role={role} front={`on-${role}`} back={role} />
      ))}
    </li>
    {FAMILIES.filter((family) => hexOf(mode, family) !== undefined).map((family) => (
      <li key={family}>
        <code class="quiet">{family}</code>
        <RoleSample mode={mode} role={family} front={`on-${family}`} back={family} />
        <RoleSample
          mode={mode}
          role={`${family}-container`}
          front={`on-${family}-container`}
          back={`${family}-container`}
        />
        <RoleSample mode={mode} role={`${family}-text`} front={`${family}-text`} back="background" />
      </li>
    ))}
  </ul>
);

type Modes = Readonly<Record<string, Mode>>;

/** The modes of a theme in small, with those that its tokens bring: each with a sample and its roles. */
export const ThemeModes = ({ modes }: { modes: Modes }) => (
  <div class="modes">
    {Object.entries(modes).map(([name, mode]) => (
      <section key={name} aria-label={modeTitle(name)}>
        <h2 class="small">{modeTitle(name)}</h2>
        <div style={paintOf(mode)}>
          <Sample />
        </div>
        <Roles mode={mode} />
      </section>
    ))}
  </div>
);

/** The mode that an address names; all of them otherwise. */
export const readMode = (modes: Modes, text: string | null | undefined): string =>
  text && Object.hasOwn(modes, text) ? text : '';

interface ThemePreviewProps {
  readonly modes: Modes;
  /** The mode that is shown; all if empty. */
  readonly chosen: string;
  readonly hrefOf: (mode: string) => string;
  readonly onMode: (mode: string) => void;
}

/** A theme on the parts of a website, in one mode or in all of them beside each other. */
export const ThemePreview = ({ modes, chosen, hrefOf, onMode }: ThemePreviewProps) => {
  const names = Object.keys(modes);
  return (
    <>
      {names.length > 1 && (
        <div class="modes-choice">
          <Choice
            label={themeTexts().modesLabel}
            options={['', ...names].map((name) => [name, name === '' ? themeTexts().all : modeTitle(name)])}
            chosen={chosen}
            hrefOf={hrefOf}
            onChoose={onMode}
          />
        </div>
      )}
      <div class="whole-modes">
        {Object.entries(modes)
          .filter(([name]) => chosen === '' || name === chosen)
          .map(([name, mode]) => {
            const id = name.replaceAll('_', '-');
            return (
              <section key={name} class="mode" id={id} aria-labelledby={`title-${id}`} style={paintOf(mode)}>
                <h2 id={`title-${id}`}>{modeTitle(name)}</h2>
                <ModeSample mode={id} />
                <RoleTable name={name} mode={mode} />
              </section>
            );
          })}
      </div>
    </>
  );
};
