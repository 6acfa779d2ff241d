import { defineMessages } from '@afterhours/contract/base/message';
import { previewText } from '@afterhours/contract/posts/text-preview';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { InCommon } from '#entities/people/in-common.tsx';
import styles from '#entities/people/panel.module.css';
import { PanelSkeleton } from '#entities/people/panel-skeleton.tsx';
import { PersonRow } from '#entities/people/person-row.tsx';
import { dismissPerson, loadSuggestions } from '#entities/people/suggestion-commands.ts';
import { SuggestionReason } from '#entities/people/suggestion-reason.tsx';
import type { Suggestion } from '#entities/people/suggestion-slice.ts';
import { selectPerson } from '#entities/people/user-slice.ts';
import { FollowButton } from '#features/follow/components/follow-button.tsx';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { useSuggestions } from '../use-suggestions.ts';

const texts = defineMessages('people.panel', {
  title: 'People you may know:',
  dismiss: 'Do not suggest {name} again',
  find: 'Find Colleagues',
});

const SHOWN = 5;
const COLLEAGUES_SHOWN = 3;
const COLLEAGUE_NAME = 15;
/** How long a suggestion shows "Following" before another one replaces it under the pointer. */
const FOLLOWED_MS = 2_000;

function Recommended({ _id, reasonParts, inCommon }: Suggestion) {
  const dispatch = useAppDispatch();
  const person = useAppSelector((state) => selectPerson(state, _id));
  if (!person) return null;
  const name = person.firstName ? fullName(person) : person.username;
  return (
    <li data-row={_id}>
      <PersonRow
        person={person}
        name={name}
        lines={[person.profession]}
        meta={
          inCommon.count > 0 ? (
            <InCommon {...inCommon} />
          ) : (
            reasonParts && (
              <span>
                <SuggestionReason {...reasonParts} />
              </span>
            )
          )
        }
      >
        <IconButton
          icon={X}
          size={18}
          label={t(texts.dismiss, { name })}
          className={styles.dismiss}
          onClick={() => void dispatch(dismissPerson(_id))}
          data-control="dismiss"
        />
      </PersonRow>
      <div className={styles.under}>
        <FollowButton person={person} followOnly />
      </div>
    </li>
  );
}

function Colleague({ _id }: { _id: string }) {
  const person = useAppSelector((state) => selectPerson(state, _id));
  if (!person) return null;
  return (
    <li>
      <PersonRow person={person} name={previewText(person.firstName || person.username, COLLEAGUE_NAME)}>
        <FollowButton person={person} followOnly />
      </PersonRow>
    </li>
  );
}

/** A few colleagues and a link to all, if there are no recommendations. */
function Colleagues({ entries }: { entries: readonly Suggestion[] }) {
  return (
    <>
      {entries.length > 0 && (
        <ul className={styles.list}>
          {entries.slice(0, COLLEAGUES_SHOWN).map(({ _id }) => (
            <Colleague key={_id} _id={_id} />
          ))}
        </ul>
      )}
      <p className={entries.length > 0 ? styles.more : undefined}>
        <ButtonLink to="/find" wide>
          {t(texts.find)}
        </ButtonLink>
      </p>
    </>
  );
}

/** Reloads the recommendations after a follow; at once if they were not shown meanwhile. */
function useReload(outdatedBy: number) {
  const dispatch = useAppDispatch();
  const isShown = useRef(false);
  useEffect(() => {
    const delay = isShown.current ? FOLLOWED_MS : 0;
    isShown.current = true;
    if (outdatedBy === 0) return undefined;
    const timer = setTimeout(() => void dispatch(loadSuggestions('recommended', true)), delay);
    return () => clearTimeout(timer);
  }, [dispatch, outdatedBy]);
}

/** The recommendations; the next page is loaded once too few are left. */
function useRecommended() {
  const dispatch = useAppDispatch();
  const recommended = useSuggestions('recommended');
  const { entries, cursor, status, outdatedBy } = recommended;
  useReload(outdatedBy);
  const wanting = status === 'ready' && entries.length < SHOWN && cursor !== null;
  useEffect(() => {
    if (wanting) void dispatch(loadSuggestions('recommended', false));
  }, [dispatch, wanting]);
  return recommended;
}

/** Recommended people to follow or to dismiss. If loading fails, the failure is logged and nothing is shown. */
export function PeopleYouMayKnow({ waiting = false }: { waiting?: boolean }) {
  const { entries, status } = useRecommended();
  const shown = entries.slice(0, SHOWN);
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(
    list,
    shown.map(({ _id }) => _id),
  );
  const colleagues = useSuggestions('colleagues', status === 'ready' && shown.length === 0);
  const loading = status === 'idle' || status === 'loading';
  if (waiting || (loading && shown.length === 0 && colleagues.entries.length === 0)) return <PanelSkeleton />;
  if (status === 'failed' && shown.length === 0) return null;
  return (
    <Card title={t(texts.title)}>
      {shown.length === 0 ? (
        <Colleagues entries={colleagues.entries} />
      ) : (
        <ul ref={list} className={styles.list}>
          {shown.map((entry) => (
            <Recommended key={entry._id} {...entry} />
          ))}
        </ul>
      )}
    </Card>
  );
}
