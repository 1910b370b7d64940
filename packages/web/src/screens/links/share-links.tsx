import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { Listing, useLoad } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { useSubmit } from '../../loading/use-submit.ts';
import type { Submission } from '../../loading/use-submit.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Table } from '../../ui/table.tsx';

/** Who may see a page without a link, and the password of those that ask for one. */
export const AudienceFields = (props: {
  privacy: number;
  hasPassword: boolean;
  errorOf: Submission['errorOf'];
}) => {
  const t = texts();
  return (
    <>
      <Select
        label={t.site.sharing}
        name="privacy"
        chosen={String(props.privacy)}
        options={t.websites.privacies.map((text, value) => [String(value), text])}
        error={props.errorOf('privacy')}
      />
      <Field
        label={t.websites.password}
        hint={props.hasPassword ? t.websites.passwordHint : undefined}
        name="password"
        type="password"
        autocomplete="new-password"
        error={props.errorOf('password')}
      />
    </>
  );
};

/** A link that opens a closed page until it expires or is deleted. */
interface ShareLink {
  id: number;
  name: string | null;
  url: string;
  expires_at: string;
  last_used_at: string | null;
}

interface ShareLinksProps {
  /** Names what is shared, such as `report 7`. */
  of: string;
  /** All of them. */
  list: () => PromiseLike<readonly ShareLink[]>;
  create: (link: { name?: string; expires_in: number }) => PromiseLike<unknown>;
  end: (id: number) => PromiseLike<unknown>;
  mayChange: boolean;
  /** What a link opens, where it is no page. */
  hint?: string;
  /** HTML that puts what is shared into a page. */
  codeOf?: (url: string) => string;
}

const DAY = 86_400;

/** The share links of a website, report, palette or theme: make one, see its use, end it. */
export const ShareLinks = ({ of, list, create, end, mayChange, hint, codeOf }: ShareLinksProps) => {
  const t = texts();
  const loaded = useLoad(`links ${of}`, list);
  const removal = useRemoval(`links ${of}`, end);
  const submission = useSubmit(async ({ name = '', days = '7' }, form) => {
    await create({ expires_in: Number(days) * DAY, ...(name !== '' && { name }) });
    form.reset();
    loaded.reload();
  });
  return (
    <section>
      <h2>{t.links.title}</h2>
      <p class="quiet">{hint ?? t.links.hint}</p>
      {mayChange && (
        <Form class="inline" draft="link" submission={submission}>
          <Field label={t.links.name} name="name" error={submission.errorOf('name')} />
          <Select
            label={t.links.lifetime}
            name="days"
            chosen="7"
            options={['1', '7', '30'].map((days) => [days, t.links.days(Number(days))])}
            error={submission.errorOf('expires_in')}
          />
          <button class="primary" disabled={submission.isBusy}>
            {t.links.make}
          </button>
          <Refusal submission={submission} />
        </Form>
      )}
      <Listing loaded={loaded} isShown={removal.isShown} empty={t.links.empty}>
        {(links) => (
          <Table
            label={t.links.title}
            heads={[t.links.name, t.links.url, t.keys.expires, t.keys.lastUsed, '']}
          >
            {links.map((link) => (
              <tr key={link.id}>
                <td>{link.name ?? '–'}</td>
                <td>
                  <a href={link.url} target="_blank" rel="noreferrer">
                    {t.links.open(link.id)}
                  </a>
                </td>
                <td class="whole">{formatTime(link.expires_at)}</td>
                <td class="whole">{link.last_used_at ? formatTime(link.last_used_at) : t.never}</td>
                <td class="actions">
                  <CopyButton text={link.url} />
                  {codeOf && <CopyButton label={t.links.embed} text={codeOf(link.url)} />}
                  {mayChange && (
                    <RemoveButton
                      name={link.name ?? t.links.open(link.id)}
                      onRemove={() => {
                        removal.remove(link.id, link.name ?? t.links.open(link.id));
                      }}
                    />
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
    </section>
  );
};
