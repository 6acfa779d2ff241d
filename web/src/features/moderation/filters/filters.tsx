import { defineMessages } from '@afterhours/contract/base/message';
import {
  type AutomationSwitches,
  automationMessages,
  type Filter,
  MAX_FILTERS,
  newMemberLimits,
} from '@afterhours/contract/moderation/automation';
import { type ChangeEvent, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { showFailure } from '#lib/api/show-failure.ts';
import { writeDraft } from '#lib/browser/session-storage.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { showSuccess } from '#lib/notify.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useLeaveQuestion } from '#ui/overlays/form-dialog.tsx';
import { inlinePart } from '#ui/parts/inline-part.tsx';
import { words } from '#ui/text/words.ts';
import { switchNames } from '../staff/setting-names.ts';
import styles from '../staff/staff.module.css';
import { dropFilter, loadAutomation, saveSwitches } from './filter-commands.ts';
import { draftName, findDraft, NEW } from './filter-drafts.ts';
import { Summary } from './summary.tsx';

function Waiting() {
  return <Spinner label={t(words.loading)} />;
}

const FilterForm = inlinePart(async () => (await import('./filter-form.tsx')).FilterForm, <Waiting />);

const texts = defineMessages('moderation.filters', {
  why: 'Matches are held or flagged, never removed. People decide about them, as cases.',
  list: 'Filters',
  none: 'There are no filters yet.',
  loading: 'Loading the filters',
  add: 'Add a filter',
  edit: 'Change',
  editOf: 'Change the filter {note}',
  delete: 'Delete',
  deleteOf: 'Delete the filter {note}',
  deleteTitle: 'Delete this filter?',
  deleteText: 'Content held by this filter stays held until a moderator decides.',
  newMembersHint:
    'In their first week, or until three posts are visible: {posts, number} posts, {comments, number} comments, ' +
    '{links, number} links and {firstMessages, number} first messages a day.',
  firstJobsHint:
    'Until a moderator has approved it. Fake jobs cost applicants money and documents. Members who have ' +
    'already published a job are not affected.',
  reportedHostsHint:
    'While a report about a host is open, paid webinars are reviewed before anybody can buy a seat. Free and ' +
    'already published webinars are not held.',
  reportersHint:
    'Until a moderator has reviewed it, and only once. Members are new in their first week, or until three of their ' +
    'posts are visible; reports by new members do not count, and content of staff is not held.',
});

type RowProps = { filter: Filter; onEdit: () => void; onDelete: () => void };

function Row({ filter, onEdit, onDelete }: RowProps) {
  const { note } = filter;
  return (
    <>
      <Summary filter={filter} />
      <div className={styles.actions}>
        <Button size="small" data-control="edit" aria-label={t(texts.editOf, { note })} onClick={onEdit}>
          {t(texts.edit)}
        </Button>
        <Button size="small" data-control="delete" aria-label={t(texts.deleteOf, { note })} onClick={onDelete}>
          {t(texts.delete)}
        </Button>
      </div>
    </>
  );
}

type Reload = { reload: () => Promise<void> };

function useDeleting({ reload }: Reload) {
  const { confirmed, dialog } = useConfirmation();
  const [toDelete, setToDelete] = useState<string | null>(null);
  const drop = async (id: string) => {
    setToDelete(null);
    const response = await confirmed(() => dropFilter(id));
    if (response.ok) showSuccess(response.message);
    else showFailure(response);
    await reload();
  };
  return { toDelete, setToDelete, drop, dialog };
}

/** The filter that is open in its form, as it was when it was opened; `NEW` for one that is being added. */
type Open = Filter | typeof NEW | null;

const idOf = (open: Filter | typeof NEW): string => (open === NEW ? NEW : open._id);

/** Returns the filters, with the open one in its place even if another owner has deleted it. */
function withOpen(filters: readonly Filter[], open: Open): readonly Filter[] {
  if (open === null || open === NEW || filters.some(({ _id }) => _id === open._id)) return filters;
  return [...filters, open].toSorted((one, other) => (one._id < other._id ? -1 : 1));
}

/**
 * The filter that is open in its form, at first one with unsaved changes; the focus returns to what opened it. Asks
 * before changes are lost, because it is cancelled or another one is opened.
 */
function useOpenFilter(section: RefObject<HTMLElement | null>, filters: readonly Filter[]) {
  const me = useAppSelector(selectOwnUser)?._id ?? '';
  const [open, setOpen] = useState<Open>(() => findDraft(me, filters));
  const [opensByItself, setOpensByItself] = useState(open !== null);
  const [dirty, onDirty] = useState(false);
  // What is written survives leaving the page.
  const { mayClose: mayDiscard, question } = useLeaveQuestion({ dirty, open: false });
  const mayClose = async () => {
    if (!(await mayDiscard())) return false;
    if (open !== null) writeDraft(draftName(me, idOf(open)), null);
    return true;
  };
  const close = (id: string) => {
    // Another one may have been opened while this one was being saved.
    flushSync(() => setOpen((now) => (now !== null && idOf(now) === id ? null : now)));
    const opener = id === NEW ? '[data-control="add"]' : `[data-row="${id}"] [data-control="edit"]`;
    section.current?.querySelector<HTMLElement>(opener)?.focus();
  };
  const change = async (next: Filter | typeof NEW) => {
    if (!(await mayClose())) return;
    setOpensByItself(false);
    setOpen(next);
  };
  const formOf = (id: string) => ({
    draft: draftName(me, id),
    focused: !opensByItself,
    onDirty,
    onClose: () => close(id),
    onCancel: async () => {
      if (await mayClose()) close(id);
    },
  });
  return { open, change, formOf, question };
}

/** The button that opens the form of a new filter. At the limit, says so before anything is written. */
function AddButton({ isFull, onClick }: { isFull: boolean; onClick: () => void }) {
  const note = useId();
  const full = { 'aria-disabled': true, 'aria-describedby': note };
  return (
    <>
      <div>
        <Button data-control="add" {...(isFull ? full : { onClick })}>
          {t(texts.add)}
        </Button>
      </div>
      {isFull && (
        <p id={note} className={styles.quiet}>
          {t(automationMessages.manyFilters, { max: MAX_FILTERS })}
        </p>
      )}
    </>
  );
}

/** Asks before a filter is deleted. */
function DeleteDialog({ id, ...on }: { id: string | null; onCancel: () => void; onConfirm: (id: string) => void }) {
  return (
    <ConfirmDialog
      open={id !== null}
      title={t(texts.deleteTitle)}
      confirmLabel={t(texts.delete)}
      danger
      onCancel={on.onCancel}
      onConfirm={() => id !== null && on.onConfirm(id)}
    >
      {t(texts.deleteText)}
    </ConfirmDialog>
  );
}

/** The filters; one at a time is open in its form. */
function FilterList({ filters, reload }: Reload & { filters: readonly Filter[] }) {
  const section = useRef<HTMLElement>(null);
  const { open, change, formOf, question } = useOpenFilter(section, filters);
  const { toDelete, setToDelete, drop, dialog } = useDeleting({ reload });
  const shown = withOpen(filters, open);
  const ids = shown.map(({ _id }) => _id);
  useRowFocus(section, ids, { fallback: () => section.current?.querySelector('button') ?? null });
  return (
    <section ref={section} aria-label={t(texts.list)} className={styles.form}>
      {open === NEW ? (
        <FilterForm filter={null} onSaved={reload} {...formOf(NEW)} />
      ) : (
        <AddButton isFull={filters.length >= MAX_FILTERS} onClick={() => void change(NEW)} />
      )}
      {shown.length === 0 && <p className={styles.quiet}>{t(texts.none)}</p>}
      <ul className={styles.list}>
        {shown.map((filter) => (
          <li key={filter._id} data-row={filter._id} className={styles.entry}>
            {open !== null && idOf(open) === filter._id ? (
              <FilterForm filter={filter} onSaved={reload} {...formOf(filter._id)} />
            ) : (
              <Row filter={filter} onEdit={() => void change(filter)} onDelete={() => setToDelete(filter._id)} />
            )}
          </li>
        ))}
      </ul>
      <DeleteDialog id={toDelete} onCancel={() => setToDelete(null)} onConfirm={(id) => void drop(id)} />
      {question}
      {dialog}
    </section>
  );
}

/** The holds and limits that apply without a filter; a change takes effect immediately. */
function Switches({ switches, reload }: { switches: AutomationSwitches } & Reload) {
  const { confirmed, dialog } = useConfirmation();
  const set = async (change: Partial<AutomationSwitches>) => {
    const response = await confirmed(() => saveSwitches(change));
    if (!response.ok) showFailure(response);
    await reload();
  };
  const fieldsOf = (name: keyof AutomationSwitches) => ({
    label: t(switchNames[name]),
    checked: switches[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => void set({ [name]: target.checked }),
  });
  return (
    <div className={styles.form}>
      <Switch {...fieldsOf('reporters')} hint={t(texts.reportersHint)} />
      <Switch {...fieldsOf('firstJobs')} hint={t(texts.firstJobsHint)} />
      <Switch {...fieldsOf('reportedHosts')} hint={t(texts.reportedHostsHint)} />
      <Switch {...fieldsOf('newMembers')} hint={t(texts.newMembersHint, newMemberLimits)} />
      {dialog}
    </div>
  );
}

/** The community's automatic moderation. */
export function Filters() {
  // What is written in an open form must not be lost when a later load fails.
  const { status, data, message, refresh: reload, retry } = useLoading(loadAutomation);
  const onShown = useEffectEvent(reload);
  // Other owners may have changed the filters while the tab was in the background.
  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && void onShown();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);
  if (status === 'failed') return <ErrorState message={message} onRetry={retry} />;
  if (!data) {
    return (
      <>
        <LoadingNote>{t(texts.loading)}</LoadingNote>
        <Skeleton shape="text" lines={5} />
      </>
    );
  }
  const { filters, ...switches } = data;
  return (
    <div className={styles.narrow}>
      <p className={styles.quiet}>{t(texts.why)}</p>
      <Switches {...{ switches, reload }} />
      <FilterList filters={filters} reload={reload} />
    </div>
  );
}
