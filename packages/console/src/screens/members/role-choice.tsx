import { texts } from '../../i18n/language.ts';
import { roleOf } from './roles.ts';
import type { Role } from './roles.ts';

/** The role of a member, which another choice changes at once. */
export const RoleChoice = (props: {
  email: string;
  role: Role;
  isBusy: boolean;
  onChoose: (role: Role) => void;
}) => {
  const t = texts().members;
  return (
    <select
      aria-label={`${t.role}: ${props.email}`}
      value={props.role}
      disabled={props.isBusy}
      onChange={(event) => {
        props.onChoose(roleOf(event.currentTarget.value));
      }}
    >
      {Object.entries(t.roles).map(([role, title]) => (
        <option key={role} value={role}>
          {title}
        </option>
      ))}
    </select>
  );
};
