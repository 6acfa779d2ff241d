import { defineMessages } from '@afterhours/contract/base/message';
import {
  type JoinDecision,
  type JoinRequest,
  MAX_DECIDED_REQUESTS,
} from '@afterhours/contract/community/join-requests';
import UserCheck from 'lucide-react/icons/user-check';
import { useEffect, useRef, useState } from 'react';
import { isFocusLost } from '#lib/focus/lost-focus.ts';
import { usePages } from '#lib/lists/use-pages.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import staff from '../staff/staff.module.css';
import { onRequestsChanged } from './request-changes.ts';
import { loadJoinRequests } from './request-commands.ts';
import { RequestRow } from './request-row.tsx';
import styles from './requests.module.css';
import { useDeciding } from './use-deciding.ts';
import { useRequestKeys } from './use-request-keys.ts';

const DecideDialog = lazyPart(async () => (await import('./decide-dialog.tsx')).DecideDialog);

const texts = defineMessages('moderation.requests', {
  list: 'Requests to join',
  loading: 'Loading requests',
  none: 'Nobody is waiting',
  noneWhy: 'People who ask to join will appear here, once they have confirmed their email address.',
  chosen: '{n, plural, =0 {None selected} one {# selected} other {# selected}}',
  all: 'Select all',
  first: 'Select the first {n}',
  accept: 'Accept',
  acceptWith: 'Accept with a message',
  refuse: 'Refuse',
});

type Question = { ids: string[]; action: JoinDecision };

/** Which requests are chosen. An action applies to the chosen ones, otherwise to the focused one. */
function useChoice(items: readonly JoinRequest[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const idsOf = items.map(({ user }) => user._id);
  const present = idsOf.filter((id) => chosen.has(id));
  const toggle = (id: string) =>
    setChosen((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id])));
  const all = () => setChosen(new Set(idsOf.slice(0, MAX_DECIDED_REQUESTS)));
  return { chosen: present, toggle, all };
}

function useRequests() {
  const pages = usePages(loadJoinRequests, ({ user }) => user._id, { name: 'requests' });
  const { items, remove, reload } = pages;
  const list = useRef<HTMLUListElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  useEffect(() => onRequestsChanged(reload));
  useRowFocus(
    list,
    items.map(({ user }) => user._id),
    { fallback: () => list.current },
  );
  const choice = useChoice(items);
  const { shown: question, show, close } = useDialog<Question>();
  const [accepting, setAccepting] = useState(false);
  const { decide, dialog } = useDeciding((ids) => {
    for (const id of ids) remove(id);
    // The next request gets the focus by itself; the buttons above the list lose it with the selection.
    if (isFocusLost() || toolbar.current?.contains(document.activeElement)) list.current?.focus();
  });
  const ask = (ids: string[], action: JoinDecision) => show({ ids: ids.slice(0, MAX_DECIDED_REQUESTS), action });
  const accept = async (ids: string[]) => {
    setAccepting(true);
    await decide(ids, 'accept');
    setAccepting(false);
  };
  const act = (action: JoinDecision, focused: string | null) => {
    const ids = choice.chosen.length > 0 ? choice.chosen : focused === null ? [] : [focused];
    if (ids.length === 0) return;
    if (action === 'refuse') ask(ids, action);
    else void accept(ids.slice(0, MAX_DECIDED_REQUESTS));
  };
  useRequestKeys(list, act);
  return { ...pages, ...choice, list, toolbar, accepting, decide, dialog, question, ask, close, act };
}

function Toolbar({ toolbar, items, cursor, chosen, all, act, ask, accepting }: ReturnType<typeof useRequests>) {
  const none = chosen.length === 0;
  const n = Math.min(items.length, MAX_DECIDED_REQUESTS);
  return (
    <div ref={toolbar} className={styles.toolbar}>
      <span role="status" className={staff.quiet}>
        {t(texts.chosen, { n: chosen.length })}
      </span>
      <Button size="small" onClick={all}>
        {cursor === null && n === items.length ? t(texts.all) : t(texts.first, { n })}
      </Button>
      <Button size="small" variant="primary" disabled={none} loading={accepting} onClick={() => act('accept', null)}>
        {t(texts.accept)}
      </Button>
      <Button size="small" disabled={none} onClick={() => ask(chosen, 'accept')}>
        {t(texts.acceptWith)}
      </Button>
      <Button size="small" disabled={none} onClick={() => act('refuse', null)}>
        {t(texts.refuse)}
      </Button>
    </div>
  );
}

/** The waiting requests, to be decided one by one or together. */
export function Requests() {
  const requests = useRequests();
  const { items, status, list, chosen, toggle, question, close, decide, dialog } = requests;
  return (
    <>
      {items.length > 0 && <Toolbar {...requests} />}
      <ul ref={list} tabIndex={-1} aria-label={t(texts.list)} aria-busy={status === 'loading'} className={staff.list}>
        {items.map((one) => (
          <RequestRow
            key={one.user._id}
            of={one}
            chosen={chosen.includes(one.user._id)}
            onToggle={() => toggle(one.user._id)}
          />
        ))}
      </ul>
      <ListFoot
        pages={requests}
        loading={t(texts.loading)}
        shape={<PersonSkeleton />}
        none={
          <EmptyState icon={UserCheck} title={t(texts.none)}>
            {t(texts.noneWhy)}
          </EmptyState>
        }
      />
      {question && (
        <DecideDialog
          key={question.key}
          ids={question.of.ids}
          action={question.of.action}
          decide={decide}
          open={question.open}
          onClose={close}
        />
      )}
      {/* In its own fragment: the dialog above has a key too, which could be the same. */}
      <>{dialog}</>
    </>
  );
}
