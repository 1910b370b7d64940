import '../ui/table.css';
import './role-table.css';

import { formatRatio } from '../i18n/format.ts';
import { copyText } from '../palette/copy.ts';
import { paletteTexts } from '../i18n/palette.ts';
import { colorOf } from './mode.ts';
import type { Mode } from './mode.ts';
import { modeTitle, themeTexts } from '../i18n/theme.ts';

/** Every role of a mode, with its colour, what it is meant to be on, and its contrast there. */
export const RoleTable = ({ name, mode }: { name: string; mode: Mode }) => {
  const t = themeTexts();
  const roles = Object.entries(mode);
  return (
    <details class="role-table">
      <summary>{t.allRoles(roles.length)}</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={t.rolesIn(modeTitle(name))}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.role}</th>
              <th scope="col">{t.hex}</th>
              <th scope="col">{t.on}</th>
              <th scope="col">{t.ratio}</th>
            </tr>
          </thead>
          <tbody lang="en">
            {roles.map(([role, color]) => (
              <tr key={role}>
                <th scope="row">
                  <span class="role-swatch" style={{ backgroundColor: `var(--${role})` }} /> {role}
                </th>
                <td>
                  <button
                    type="button"
                    aria-label={paletteTexts().copyOf(colorOf(color))}
                    onClick={() => {
                      void copyText(colorOf(color), colorOf(color));
                    }}
                  >
                    {colorOf(color)}
                  </button>
                </td>
                <td>{color.on ?? '–'}</td>
                <td>{color.ratio === null ? '–' : formatRatio(color.ratio)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
};
