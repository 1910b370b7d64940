import { useState } from 'preact/hooks';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { Listing } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { BulkDelete, Pick, useSelection } from '../../loading/selection.tsx';
import { useAct, useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { session } from '../../session/session.ts';
import { SecretOnce } from '../../ui/copy-button.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Table } from '../../ui/table.tsx';
import { OrderChoice, Pager, useOrder, usePageOf, useWholeList } from '../pager.tsx';
import { Heading } from '../screen.tsx';
import { useFilters } from '../use-filters.ts';

const ROLES = ['owner', 'editor', 'viewer'] as const;

/** Role of a member. */
type Role = (typeof ROLES)[number];

/** The role that a form names; the least of them for anything else. */
const roleOf = (text: string | undefined): Role => ROLES.find((role) => role === text) ?? 'viewer';

/** The role of a member, which another choice changes at once. */
export const RoleChoice = (props: {
  email: string;
  role: Role;
  isBusy: boolean;
  /** True for one's own: whoever made themselves a viewer could not take it back. */
  isOwn: boolean;
  onChoose: (role: Role) => void;
}) => {
  const t = texts().members;
  return (
    <select
      aria-label={`${t.role}: ${props.email}`}
      title={props.isOwn ? t.ownRole : undefined}
      value={props.role}
      disabled={props.isBusy || props.isOwn}
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

/** A link that was just made, which is shown this once. */
interface ShownLink {
  url: string;
  hint: string;
}

const linkOf = (made: {
  email: string;
  invitation_url: string;
  mail: 'sent' | 'failed' | 'off';
}): ShownLink => {
  const t = texts().members;
  const about = { sent: t.mailed(made.email), failed: t.notMailed, off: '' }[made.mail];
  return { url: made.invitation_url, hint: `${t.linkOnce(made.email)} ${about}`.trim() };
};

/** The form that invites somebody by their e-mail address. */
export const InviteMember = ({ onInvited }: { onInvited: (link: ShownLink) => void }) => {
  const t = texts().members;
  const submission = useSubmit(async ({ email = '', role }, form) => {
    const made = await platform.members.invite({ email, role: roleOf(role) });
    form.reset();
    onInvited(linkOf(made));
  });
  return (
    <Form class="inline" draft="member" isFirst submission={submission}>
      <Field label={t.email} name="email" type="email" error={submission.errorOf('email')} required />
      <Select label={t.role} name="role" chosen="viewer" options={Object.entries(t.roles)} />
      <button class="primary" disabled={submission.isBusy}>
        {t.invite}
      </button>
      <Refusal submission={submission} />
    </Form>
  );
};

/** Lists the organisation's members and what each may do. */
const Members = () => {
  const t = texts().members;
  const { isBusy, act } = useAct();
  const [link, setLink] = useState<ShownLink | undefined>(undefined);
  const loaded = useWholeList('members', () => platform.members.list());
  const removal = useRemoval('members', (id: string) => platform.members.remove(id));
  const { filter, setFilter } = useFilters();
  const search = filter('search').toLowerCase();
  const order = useOrder(({ email }: { email: string }) => email);
  const found = loaded.data?.filter(
    (member) =>
      removal.isShown(member) && `${member.email} ${member.name ?? ''}`.toLowerCase().includes(search),
  );
  const { shown, meta } = usePageOf(found && order.sorted(found), loaded.isWhole);
  const selection = useSelection(shown?.filter(({ id }) => id !== session.value?.member?.id) ?? []);
  const own = session.value?.member?.id;
  const change = (id: string, email: string, role: Role): void => {
    act(async () => {
      try {
        await platform.members.update(id, { role });
        notify(t.isNow(email, t.roles[role]));
      } finally {
        // A refused change is shown as it still is.
        loaded.reload();
      }
    });
  };
  return (
    <>
      <Heading title={t.title} />
      <p class="quiet">{t.hint}</p>
      <InviteMember
        onInvited={(made) => {
          setLink(made);
          loaded.reload();
        }}
      />
      {link && <SecretOnce hint={link.hint} secret={link.url} />}
      <div class="filters">
        <SearchField
          label={texts().search}
          value={filter('search')}
          onSearch={(text) => {
            setFilter('search', text);
          }}
        />
        <OrderChoice order={order.order} onChoose={order.setOrder} />
      </div>
      <BulkDelete selection={selection} removal={removal} />
      <Listing loaded={{ ...loaded, data: shown }} empty={search === '' ? t.empty : texts().noCommand}>
        {(members) => (
          <Table label={t.title} heads={['', t.email, t.role, t.state, t.lastLogin, '']}>
            {members.map(
              ({ id, email, name, role, status, sign_in: signIn, invited_until, last_login_at }) => (
                <tr key={id}>
                  <td>{id !== own && <Pick selection={selection} item={{ id }} name={email} />}</td>
                  <td class="address">
                    {email} {id === own && <span class="quiet">{t.you}</span>}
                    {name !== null && <p class="quiet">{name}</p>}
                  </td>
                  <td>
                    <RoleChoice
                      email={email}
                      role={role}
                      isBusy={isBusy}
                      isOwn={id === own}
                      onChoose={(chosen) => {
                        change(id, email, chosen);
                      }}
                    />
                  </td>
                  <td class="whole">
                    {t.states[status]}
                    {signIn === 'provider' && <p class="quiet">{t.byProvider}</p>}
                    {status === 'invited' && invited_until !== null && (
                      <p class="quiet">{t.until(formatTime(invited_until))}</p>
                    )}
                  </td>
                  <td class="whole">{last_login_at === null ? texts().never : formatTime(last_login_at)}</td>
                  <td class="actions">
                    {status !== 'joined' && (
                      <button
                        type="button"
                        data-once
                        disabled={isBusy}
                        aria-label={`${t.newLink}: ${email}`}
                        onClick={() => {
                          act(async () => {
                            setLink(linkOf(await platform.members.inviteAgain(id)));
                            loaded.reload();
                          });
                        }}
                      >
                        {t.newLink}
                      </button>
                    )}
                    {signIn === 'account' && (
                      <button
                        type="button"
                        data-once
                        disabled={isBusy}
                        aria-label={`${t.resetLink}: ${email}`}
                        onClick={() => {
                          act(async () => {
                            const { url } = await platform.members.resetLink(id);
                            setLink({ url, hint: t.resetOnce(email) });
                          });
                        }}
                      >
                        {t.resetLink}
                      </button>
                    )}
                    {id !== own && (
                      <RemoveButton
                        name={email}
                        onRemove={() => {
                          removal.remove(id, email);
                        }}
                      />
                    )}
                  </td>
                </tr>
              ),
            )}
          </Table>
        )}
      </Listing>
      <Pager meta={meta} />
    </>
  );
};

export default Members;
