import type { MessageDescriptor } from '@afterhours/contract/base/message';
import { defineMessages } from '@afterhours/contract/base/message';
import MessagesSquare from 'lucide-react/icons/messages-square';
import SearchX from 'lucide-react/icons/search-x';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { moveBetween } from '#lib/focus/move-between.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PersonSkeleton, Skeleton } from '#ui/feedback/skeleton.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { TabbableRow, useTabbableRow } from '#ui/lists/roving-tab-index.ts';
import { selectConversations, selectSections } from '../state/message-slice.ts';
import type { ConversationState, SectionName } from '../state/message-state.ts';
import { loadConversations, loadSection } from './conversation-commands.ts';
import styles from './conversation-list.module.css';
import { ConversationRow, type Opening } from './conversation-row.tsx';
import { useChatDeletion } from './use-chat-deletion.tsx';

const texts = defineMessages('messages.list', {
  pinned: 'Pinned',
  recent: 'Recent',
  end: 'Those are all your chats.',
  notFound: 'No chat found',
  notFoundWhy: 'You have no chat with anyone by that name.',
  none: 'No chats yet',
  start: 'Start a chat',
  noneWhy: 'Your chats will appear here, pinned ones first.',
  find: 'Find',
});

const SEARCH_REST_MS = 250;
const titles = { pinned: texts.pinned, recent: texts.recent } as const satisfies Record<SectionName, MessageDescriptor>;

const newestFirst = (one: ConversationState, other: ConversationState) =>
  (other.latestMessage?.createdAt ?? '').localeCompare(one.latestMessage?.createdAt ?? '');

/** Whether a chat has messages and is not a request to the viewer. */
const isListed = ({ latestMessage, request }: ConversationState): boolean =>
  latestMessage !== null && request !== 'waiting' && request !== 'ignored';

/** A list longer than this shows where it ends. */
const LONG = 20;

/** The conversations of a section: those that match the search term, or all loaded ones without a term. */
function useSection(name: SectionName) {
  const section = useAppSelector(selectSections)[name];
  const conversations = useAppSelector(selectConversations);
  const shown = useMemo(() => {
    const known = section.keyword === '' ? Object.values(conversations) : section.ids.map((id) => conversations[id]);
    return known
      .filter((each) => each !== undefined)
      .filter(isListed)
      .filter(({ pinned }) => pinned === (name === 'pinned'))
      .sort(newestFirst);
  }, [name, section.keyword, section.ids, conversations]);
  return { ...section, shown };
}

type SectionProps = {
  name: SectionName;
  opening: Opening;
  openId: string | null;
  onDelete: (conversation: ConversationState) => void;
};

function Section({ name, opening, openId, onDelete }: SectionProps) {
  const dispatch = useAppDispatch();
  const { shown, status, cursor, message, keyword } = useSection(name);
  const more = () => void dispatch(loadSection(name, false));
  const end = useEndInSight(more, status === 'ready' && cursor);
  const { pinned, recent } = useAppSelector(selectSections);
  // If both sections failed, there is one retry button, below the recent chats.
  const bothFailed = pinned.status === 'failed' && recent.status === 'failed';
  const showsError = status === 'failed' && !(bothFailed && name === 'pinned');
  if (!showsError && shown.length === 0) return null;
  return (
    <section aria-label={t(titles[name])} className={styles.section}>
      <h2 className={styles.title}>{t(titles[name])}</h2>
      <ul className={styles.rows}>
        {shown.map((conversation) => (
          <ConversationRow
            key={conversation.other_user_id}
            conversation={conversation}
            opening={opening}
            open={openId === conversation.other_user_id}
            onDelete={onDelete}
          />
        ))}
      </ul>
      {showsError && (
        <ErrorState
          quiet
          message={message}
          onRetry={() => {
            const all = bothFailed || shown.length === 0;
            void dispatch(all ? loadConversations() : loadSection(name, cursor === null));
          }}
        />
      )}
      {status === 'loading' && shown.length > 0 && cursor !== null && <PersonSkeleton />}
      <div ref={end} />
      {name === 'recent' && shown.length > LONG && status === 'ready' && cursor === null && keyword === '' && (
        <ListEnd>{t(texts.end)}</ListEnd>
      )}
    </section>
  );
}

/** Shows both sections together, so that neither is pushed down when the other has loaded. */
function Sections(props: Omit<SectionProps, 'name'>) {
  const { pinned, recent } = useAppSelector(selectSections);
  const coming = [pinned, recent].some(({ everLoaded, status }) => !everLoaded && status !== 'failed');
  if (!coming) {
    return (
      <>
        <Section name="pinned" {...props} />
        <Section name="recent" {...props} />
      </>
    );
  }
  return (
    <>
      <LoadingNote />
      <div className={styles.title}>
        <Skeleton shape="meta" />
      </div>
      <div className={styles.waiting}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <PersonSkeleton key={key} />
        ))}
      </div>
    </>
  );
}

/**
 * Keeps the focus in the list when a chat moves between the sections or is deleted. Both sections together are one stop
 * of the Tab key.
 */
function useSectionFocus(openId: string | null) {
  const list = useRef<HTMLDivElement>(null);
  const sections = { pinned: useSection('pinned').shown, recent: useSection('recent').shown };
  useRowFocus(
    list,
    Object.entries(sections).flatMap(([name, shown]) => shown.map((each) => `${name} ${each.other_user_id}`)),
  );
  const rows = [...sections.pinned, ...sections.recent].map((each) => each.other_user_id);
  return { list, ...useTabbableRow(rows, openId ?? undefined) };
}

/** Shown when both sections are empty. */
function Nothing({ term, onCompose }: { term: string; onCompose: () => void }) {
  const pinned = useSection('pinned');
  const recent = useSection('recent');
  const ready = pinned.status === 'ready' && recent.status === 'ready';
  if (!ready || pinned.shown.length > 0 || recent.shown.length > 0) return null;
  if (term !== '') {
    return (
      <EmptyState icon={SearchX} title={t(texts.notFound)}>
        {t(texts.notFoundWhy)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={MessagesSquare}
      title={t(texts.none)}
      action={<Button onClick={onCompose}>{t(texts.start)}</Button>}
    >
      {t(texts.noneWhy)}
    </EmptyState>
  );
}

/** Arrow keys move through the rows, from the search field to the first one. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-opens]')];
  moveBetween(event, rows, { enter: document.activeElement instanceof HTMLInputElement });
}

type ConversationListProps = {
  opening: Opening;
  openId: string | null;
  onCompose: () => void;
  onDeleted?: (userId: string) => void;
  /** Above the search: the title and buttons. */
  head: ReactNode;
  /** Between the search and the chats. */
  above?: ReactNode;
};

/** The viewer's conversations: a search box, the pinned ones, the recent ones. */
export function ConversationList({ opening, openId, onCompose, onDeleted, head, above }: ConversationListProps) {
  const dispatch = useAppDispatch();
  const [term, setTerm] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const deletion = useChatDeletion(onDeleted);
  const { list, stop, onFocus } = useSectionFocus(openId);
  useEffect(() => {
    void dispatch(loadConversations(''));
    return () => clearTimeout(timer.current);
  }, [dispatch]);
  const search = (word: string) => {
    setTerm(word);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void dispatch(loadConversations(word.trim())), SEARCH_REST_MS);
  };
  return (
    // Handles keys of the rows inside, which are links.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.list} onKeyDown={moveFocus}>
      {head}
      <div className={styles.search}>
        <TextField
          type="search"
          label={t(texts.find)}
          hideLabel
          placeholder={t(texts.find)}
          autoComplete="off"
          value={term}
          onChange={(event) => search(event.target.value)}
        />
      </div>
      <div ref={list} className={styles.sections} onFocus={onFocus}>
        {term.trim() === '' && above}
        <TabbableRow value={stop}>
          <Sections opening={opening} openId={openId} onDelete={deletion.ask} />
        </TabbableRow>
        <Nothing term={term.trim()} onCompose={onCompose} />
      </div>
      {deletion.dialog}
    </div>
  );
}
