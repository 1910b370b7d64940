import './rollup.css';

import type { Item } from '@platform/client';
import { useLocation } from 'preact-iso';
import { useMemo, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { rollupTexts } from '../../i18n/rollup.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { useLoad } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may, noticeEndedSession, session } from '../../session/session.ts';
import { RollupParts } from '../../statistics/rollup-parts.tsx';
import { createRollupSource, MOST_WEBSITES } from '../../statistics/rollup-source.ts';
import type { ChosenWebsite } from '../../statistics/rollup-source.ts';
import type { Answer, Days } from '../../statistics/source.ts';
import { Statistics } from '../../statistics/statistics.tsx';
import { statisticsTexts } from '../../statistics/texts.ts';
import { Popover } from '../../statistics/toolbar.tsx';
import { parseView, viewText } from '../../statistics/view.ts';
import type { View } from '../../statistics/view.ts';
import { shownDomain } from '../../ui/address.ts';
import { Field, ticked, Ticks } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { notify } from '../../ui/notices.tsx';
import { Empty, Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { EditButton, EditDialog } from '../edit-dialog.tsx';
import { ShareLinks } from '../links/share-links.tsx';
import { Heading } from '../screen.tsx';
import { ShareView } from './share-view.tsx';

/** Reads `websites=1,2`; what can't be understood is left out, as addresses are typed by people. */
const idsIn = (search: string): readonly number[] =>
  (new URLSearchParams(search).get('websites') ?? '')
    .split(',')
    .filter((text) => /^[1-9]\d{0,8}$/.test(text))
    .map(Number);

const addressOf = (path: string, ids: readonly number[], view: string): string => {
  const chosen = ids.length > 0 ? `websites=${ids.join(',')}` : '';
  const text = [view.replace(/^\?/, ''), chosen].filter((part) => part !== '').join('&');
  return text === '' ? path : `${path}?${text}`;
};

type Group = Item<'groups.list'>;

const sameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));

interface GroupsProps {
  readonly groups: readonly Group[];
  readonly chosen: readonly number[];
  readonly onChosen: (ids: readonly number[]) => void;
  readonly onChanged: () => void;
  readonly onEdit: (group: Group) => void;
}

/** Saves the websites that are shown under a name. */
const SaveGroup = ({ chosen, onChanged }: Pick<GroupsProps, 'chosen' | 'onChanged'>) => {
  const t = rollupTexts();
  const submission = useSubmit(async ({ name = '' }, form) => {
    await platform.groups.create({ name, websites: [...chosen] });
    form.reset();
    notify(t.groupSaved(name));
    onChanged();
  });
  return (
    <Form class="inline" draft="group" submission={submission}>
      <Field label={t.groupName} name="name" error={submission.errorOf('name')} required />
      <button disabled={submission.isBusy}>{t.saveGroup}</button>
      <Refusal submission={submission} />
    </Form>
  );
};

/** The links that open the page of a group: who has one, and its end. */
const GroupLinks = ({ group }: { group: Group }) => (
  <ShareLinks
    of={`group ${group.id}`}
    list={() => platform.groups.links.list(group.id).all()}
    create={(link) => platform.groups.links.create(group.id, link)}
    end={(link) => platform.groups.links.delete(group.id, link)}
    mayChange={may('websites:write')}
  />
);

interface ShareTogetherProps extends Pick<GroupsProps, 'chosen' | 'onChanged'> {
  /** The group that is shown, if its websites were saved as one. */
  readonly group: Group | undefined;
  readonly view: View;
  readonly days: Days | undefined;
  readonly onShared: () => void;
}

/** Shares what is shown by a link to its group; websites that are none yet are saved as one first. */
const ShareTogether = ({ group, chosen, onChanged, onShared, view, days }: ShareTogetherProps) => {
  const [t, own] = [statisticsTexts(), rollupTexts()];
  const [isAsked, setAsked] = useState(false);
  if (!may('websites:write')) return null;
  if (group)
    return (
      <ShareView
        create={async (link) => {
          const made = await platform.groups.links.create(group.id, link);
          onShared();
          return made;
        }}
        end={async (link) => {
          await platform.groups.links.delete(group.id, link);
          onShared();
        }}
        view={view}
        days={days}
        isAsked={isAsked}
      />
    );
  return (
    <>
      <button
        type="button"
        class="primary"
        onClick={() => {
          setAsked(true);
        }}
      >
        {t.share}
      </button>
      {isAsked && (
        <Modal
          class="share"
          label={t.shareTitle}
          onClose={() => {
            setAsked(false);
          }}
        >
          <h2>{t.shareTitle}</h2>
          <p class="quiet">{own.shareGroup}</p>
          <SaveGroup chosen={chosen} onChanged={onChanged} />
          <button
            type="button"
            onClick={() => {
              setAsked(false);
            }}
          >
            {t.close}
          </button>
        </Modal>
      )}
    </>
  );
};

const named = (all: readonly ChosenWebsite[]) =>
  all.map(({ id, domain }) => [String(id), shownDomain(domain)] as const);

/** Groups that were saved, the way to each, and a form for the websites that are shown now. */
const Groups = ({ groups: known, chosen, onChosen, onChanged, onEdit }: GroupsProps) => {
  const t = rollupTexts();
  const removal = useRemoval('groups of websites', (id: Group['id']) => platform.groups.delete(id));
  const groups = known.filter(removal.isShown);
  const current = groups.find(({ websites }) => sameIds(websites, chosen));
  const mayChange = may('websites:write');
  if (groups.length === 0 && !mayChange) return null;
  return (
    <Popover name={t.groups} label={<>{current?.name ?? t.groups} ▾</>}>
      {(close) => (
        <div class="website-choice">
          <ul class="choices">
            {groups.map((group) => {
              const { id, name, websites } = group;
              return (
                <li key={id} class="group">
                  <button
                    type="button"
                    class="plain"
                    aria-current={current?.id === id}
                    disabled={websites.length === 0}
                    onClick={() => {
                      close();
                      onChosen(websites);
                    }}
                  >
                    {name} <span class="quiet">{t.websitesOf(websites.length)}</span>
                  </button>
                  {mayChange && (
                    <>
                      <EditButton
                        name={name}
                        onEdit={() => {
                          onEdit(group);
                        }}
                      />
                      <RemoveButton
                        name={name}
                        onRemove={() => {
                          removal.remove(id, name);
                        }}
                      />
                    </>
                  )}
                </li>
              );
            })}
          </ul>
          {groups.length === 0 && <p class="quiet">{t.noGroups}</p>}
          {mayChange && chosen.length > 0 && current === undefined && (
            <SaveGroup chosen={chosen} onChanged={onChanged} />
          )}
        </div>
      )}
    </Popover>
  );
};

interface ChoiceProps {
  readonly all: readonly ChosenWebsite[];
  /** Ids that are ticked; none means all. */
  readonly chosen: readonly number[];
  readonly onChosen: (ids: readonly number[]) => void;
}

const Choice = ({ all, chosen, onChosen }: ChoiceProps) => {
  const t = rollupTexts();
  return (
    <Popover
      name={t.choose}
      label={
        <>{chosen.length > 0 ? t.someWebsites(chosen.length, all.length) : t.allWebsites(all.length)} ▾</>
      }
    >
      {(close) => (
        <form
          class="website-choice"
          onSubmit={(event) => {
            event.preventDefault();
            const fields = new FormData(event.currentTarget);
            close();
            onChosen(ticked(fields.keys(), 'website').map(Number));
          }}
        >
          <p class="quiet">{t.chooseHint}</p>
          <Ticks legend={t.choose} name="website" options={named(all)} chosen={chosen.map(String)} />
          <button class="primary">{t.show}</button>
        </form>
      )}
    </Popover>
  );
};

interface TogetherProps extends Pick<GroupsProps, 'groups' | 'onChanged' | 'onEdit'> {
  readonly all: readonly ChosenWebsite[];
}

const Together = ({ all, groups, onChanged, onEdit }: TogetherProps) => {
  const t = rollupTexts();
  const [shared, setShared] = useState(0);
  const { url, route } = useLocation();
  const { pathname, search } = new URL(url, location.href);
  const known = new Set(all.map(({ id }) => id));
  const chosen = [...new Set(idsIn(search))].filter((id) => known.has(id));
  const shown = chosen.length > 0 ? all.filter(({ id }) => chosen.includes(id)) : all;
  const key = shown.map(({ id }) => id).join(',');
  const isSignedIn = Boolean(session.value);
  const source = useMemo(
    () =>
      createRollupSource(
        platform,
        shown.map(({ id }) => id),
      ),
    // A new sign-in repeats what was refused meanwhile.
    [key, isSignedIn],
  );
  const view = { ...parseView(search), segment: undefined };
  const idOf = new Map(shown.map(({ id, domain }) => [domain, id]));
  const onChosen = (ids: readonly number[]): void => {
    route(addressOf(pathname, ids, viewText(view)));
  };
  const shownIds = shown.map(({ id }) => id);
  const group = groups.find(({ websites }) => sameIds(websites, shownIds));
  const choice = (answer?: Answer) => (
    <>
      <Groups groups={groups} chosen={chosen} onChosen={onChosen} onChanged={onChanged} onEdit={onEdit} />
      <Choice key={chosen.join(',')} all={all} chosen={chosen} onChosen={onChosen} />
      {shown.length <= MOST_WEBSITES && (
        <ShareTogether
          key={key}
          group={group}
          chosen={shownIds}
          onChanged={onChanged}
          onShared={() => {
            setShared((before) => before + 1);
          }}
          view={view}
          days={answer?.date_range}
        />
      )}
    </>
  );
  if (shown.length > MOST_WEBSITES)
    return (
      <>
        <Empty>{t.tooMany(MOST_WEBSITES)}</Empty>
        <div class="toolbar">{choice()}</div>
      </>
    );
  return (
    <>
      <p class="quiet rollup-note">{t.once}</p>
      <Statistics
        key={key}
        source={source}
        view={view}
        show={(next, { replace = false } = {}) => {
          const [x, y] = [scrollX, scrollY];
          route(addressOf(pathname, chosen, viewText(next)), replace);
          // The router goes to the top, and a click on a row far below would lose its place.
          requestAnimationFrame(() => {
            scrollTo(x, y);
          });
        }}
        onFailure={noticeEndedSession}
        tools={choice}
        empty={() => (
          <>
            <Empty>{t.empty}</Empty>
            <div class="toolbar">{choice()}</div>
          </>
        )}
        parts={() => (
          <RollupParts source={source} hrefOf={(domain) => `/console/websites/${idOf.get(domain) ?? ''}`} />
        )}
      />
      {group && <GroupLinks key={`${group.id} ${shared}`} group={group} />}
    </>
  );
};

/** Several websites of the organisation as one; which ones, and the view, are in the address. */
const Rollup = () => {
  const t = texts();
  const [edited, setEdited] = useState<Group | undefined>(undefined);
  const loaded = useLoad('websites together', () =>
    platform.websites.list({ per_page: 100, sort_by: 'domain', sort: 'asc' }).all(),
  );
  const groups = useLoad('groups of websites', () => platform.groups.list());
  return (
    <>
      <Heading title={rollupTexts().title} />
      <Problem error={loaded.error} retry={loaded.reload} />
      {!loaded.data && loaded.error === undefined && <Skeleton lines={8} />}
      {loaded.data?.length === 0 && <Empty>{t.websites.empty}</Empty>}
      <Problem error={groups.error} retry={groups.reload} />
      {loaded.data && loaded.data.length > 0 && (
        <Together all={loaded.data} groups={groups.data ?? []} onChanged={groups.reload} onEdit={setEdited} />
      )}
      {edited && (
        <EditDialog
          title={`${t.edit}: ${edited.name}`}
          read={() => platform.groups.show(edited.id)}
          save={(fields, options) => {
            const websites = ticked(Object.keys(fields), 'website').map(Number);
            return platform.groups.update(edited.id, { name: fields['name'] ?? '', websites }, options);
          }}
          onClose={() => {
            setEdited(undefined);
          }}
          onSaved={groups.reload}
        >
          {(group, errorOf) => (
            <>
              <Field
                label={rollupTexts().groupName}
                name="name"
                defaultValue={group.name}
                error={errorOf('name')}
                required
              />
              <Ticks
                legend={rollupTexts().choose}
                name="website"
                options={named(loaded.data ?? [])}
                chosen={group.websites.map(String)}
              />
            </>
          )}
        </EditDialog>
      )}
    </>
  );
};

export default Rollup;
