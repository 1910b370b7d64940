import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing, useLoad } from '../../loading/load.tsx';
import { useAct } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { signOutEverywhere } from '../../session/session.ts';
import { Table } from '../../ui/table.tsx';
import { Heading } from '../screen.tsx';

/** Where somebody is signed in, and the way out of there. */
const Sessions = () => {
  const t = texts().sessions;
  const { isBusy, act } = useAct();
  const loaded = useLoad('sessions', () => platform.sessions.list().all());
  return (
    <>
      <Heading title={t.title}>
        <button
          type="button"
          class="danger"
          disabled={isBusy}
          onClick={() => {
            act(signOutEverywhere);
          }}
        >
          {t.everywhere}
        </button>
      </Heading>
      <p class="quiet">{t.hint}</p>
      <Listing loaded={loaded} empty={t.empty}>
        {(sessions) => (
          <Table label={t.title} heads={[t.browser, t.address, t.since, t.lastSeen, '']}>
            {sessions.map((one) => (
              <tr key={one.id}>
                <td title={one.user_agent ?? undefined}>{one.device ?? one.user_agent ?? '–'}</td>
                <td>{one.address ?? '–'}</td>
                <td class="whole">{formatTime(one.created_at)}</td>
                <td class="whole">{one.last_seen_at ? formatTime(one.last_seen_at) : '–'}</td>
                <td class="actions">
                  {one.current ? (
                    t.current
                  ) : (
                    <button
                      type="button"
                      disabled={isBusy}
                      aria-label={`${t.end}: ${formatTime(one.created_at)}`}
                      onClick={() => {
                        act(async () => {
                          await platform.sessions.end(one.id);
                          loaded.reload();
                        });
                      }}
                    >
                      {t.end}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
    </>
  );
};

export default Sessions;
