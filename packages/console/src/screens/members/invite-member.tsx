import { texts } from '../../i18n/language.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { roleOf } from './roles.ts';

/** The form that invites somebody by their e-mail address. */
export const InviteMember = ({ onInvited }: { onInvited: () => void }) => {
  const t = texts().members;
  const submission = useSubmit(async ({ email = '', role }, form) => {
    await platform.members.invite({ email, role: roleOf(role) });
    form.reset();
    onInvited();
  });
  return (
    <form class="inline" onSubmit={submission.onSubmit}>
      <Field label={t.email} name="email" type="email" error={submission.errorOf('email')} required />
      <Select label={t.role} name="role" chosen="viewer" options={Object.entries(t.roles)} />
      <button class="primary" disabled={submission.isBusy}>
        {t.invite}
      </button>
      <Problem error={submission.error} />
    </form>
  );
};
