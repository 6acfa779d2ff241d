import { defineMessages } from '@afterhours/contract/base/message';
import type { ApplicationStatus, PosterStatus } from '@afterhours/contract/constants/applications';
import type { Application } from '@afterhours/contract/jobs/applications';
import Inbox from 'lucide-react/icons/inbox';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { userImage } from '#lib/image-address.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { NewItemsPill } from '#ui/feedback/new-items-pill.tsx';
import { PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ListAndDetail } from '#ui/lists/list-and-detail.tsx';
import { useRowTabIndex } from '#ui/lists/roving-tab-index.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { Time } from '#ui/text/time.tsx';
import styles from '../applications.module.css';
import { StatusChip } from '../status-chip.tsx';
import { ApplicationDetail } from './application-detail.tsx';
import { KeyLegend } from './key-legend.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useApplicationKeys } from './use-application-keys.ts';
import { useJobApplications } from './use-job-applications.ts';

const texts = defineMessages('applications.received', {
  list: 'Applications',
  loading: 'Loading applications',
  none: 'No applications yet',
  noneWhy: 'Applications for this job will appear here.',
  noneSuch: 'No applications with this status',
  noneSuchWhy: 'Choose another status, or all of them.',
  end: 'That’s all of them.',
  pick: 'Open an application to read it',
  pickWhy: 'The applicant can see that you have opened it.',
  news: '{count, plural, one {# new application} other {# new applications}}',
  more: '{count, plural, one {# more application} other {# more applications}}',
});

type RowProps = { of: Application; chosen: boolean; onOpen: () => void };

function Row({ of: { _id, applicant, status, createdAt, rejectsAt }, chosen, onOpen }: RowProps) {
  const tabIndex = useRowTabIndex(_id);
  return (
    <li data-row={_id}>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-current={chosen || undefined}
        className={styles.row}
        onClick={onOpen}
      >
        <Avatar name={applicant.firstName} src={userImage(applicant.image, 44)} />
        <span className={styles.rowText}>
          <bdi className={styles.name}>{fullName(applicant)}</bdi>
          {applicant.profession && <bdi className={styles.profession}>{applicant.profession}</bdi>}
          <Time value={createdAt} className={styles.time} />
        </span>
        <StatusChip status={rejectsAt ? 'rejected' : status} />
      </button>
    </li>
  );
}

type ListProps = { jobId: string; title: string; filter: ApplicationStatus | null };

/** The state of the list, the open application, and the confirmation before a rejection. */
function useList({ jobId, filter }: ListProps) {
  const all = useJobApplications(jobId, filter);
  const { items, opened, change, undo, open, goneId } = all;
  const list = useRef<HTMLUListElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const rejecting = useDialog<Application>();
  useRowFocus(
    list,
    items.map(({ _id }) => _id),
  );
  const find = (id: string | undefined) => items.find(({ _id }) => _id === id) ?? opened;
  const set = (id: string | undefined, status: PosterStatus) => {
    const application = find(id);
    if (
      !application ||
      application.status === 'withdrawn' ||
      application.status === status ||
      application._id === goneId
    )
      return;
    if (status !== 'rejected') void change(application._id, { status });
    else if (!application.rejectsAt) rejecting.show(application);
  };
  useApplicationKeys(list, {
    set,
    undo: (id) => {
      const application = find(id);
      if (application?.rejectsAt && application._id !== goneId) void undo(application._id);
    },
    note: () => note.current?.focus(),
    close: () => open(undefined),
  });
  return { ...all, list, note, rejecting, set };
}

type ReceivedList = ReturnType<typeof useList>;

/** Applications that are not in the list yet; a click adds them. */
function NewApplications({ of: { added, show, list }, filter }: { of: ReceivedList; filter: ListProps['filter'] }) {
  const count = added.length;
  const showNew = () => {
    flushSync(show);
    list.current?.querySelector<HTMLElement>(`[data-row="${added[0]?._id}"] button`)?.focus();
  };
  const text = t(filter === null || filter === 'sent' ? texts.news : texts.more, { count });
  return (
    <NewItemsPill className={styles.news} onShow={showNew}>
      {count > 0 ? text : null}
    </NewItemsPill>
  );
}

function Empty({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState icon={Inbox} title={t(filtered ? texts.noneSuch : texts.none)}>
      {t(filtered ? texts.noneSuchWhy : texts.noneWhy)}
    </EmptyState>
  );
}

function Rows({ of, filtered }: { of: ReceivedList; filtered: boolean }) {
  const { items, status, opened, open, list } = of;
  return (
    <Card>
      <ul ref={list} aria-label={t(texts.list)} aria-busy={status === 'loading'} className={styles.rows}>
        {items.map((application) => (
          <Row
            key={application._id}
            of={application}
            chosen={application._id === opened?._id}
            onOpen={() => open(application._id)}
          />
        ))}
      </ul>
      <ListFoot
        pages={of}
        loading={t(texts.loading)}
        shape={<PersonSkeleton />}
        none={<Empty filtered={filtered} />}
        end={t(texts.end)}
      />
    </Card>
  );
}

/** The open application, or a hint that one can be opened. */
function Opened({ of }: { of: ReceivedList }) {
  const { opened, items, goneId, note, pending, set, undo, change } = of;
  if (opened)
    return (
      <ApplicationDetail
        of={opened}
        gone={opened._id === goneId}
        note={note}
        pending={pending}
        onStatus={(status) => set(opened._id, status)}
        onUndo={() => void undo(opened._id)}
        onNote={(text) => change(opened._id, { note: text })}
      />
    );
  if (items.length === 0) return null;
  return (
    <EmptyState icon={Inbox} title={t(texts.pick)}>
      {t(texts.pickWhy)}
    </EmptyState>
  );
}

/** The applications for a job and the open application, side by side. */
export function ApplicationList(props: ListProps) {
  const all = useList(props);
  const { opened, open, change, rejecting, items, status, goneId } = all;
  const rejected = rejecting.shown;
  const isPending = items.length === 0 && status === 'loading';
  return (
    <>
      {(isPending || items.length > 0) && <KeyLegend pending={isPending} />}
      <ListAndDetail
        rows={items.map(({ _id }) => _id)}
        chosen={opened?._id}
        onBack={() => open(undefined)}
        list={
          <>
            <NewApplications of={all} filter={props.filter} />
            <Rows of={all} filtered={props.filter !== null} />
          </>
        }
        detail={<Opened of={all} />}
      />
      {rejected && (
        <RejectDialog
          key={rejected.key}
          title={props.title}
          initial={rejected.of}
          current={items.find(({ _id }) => _id === rejected.of._id && _id !== goneId)}
          open={rejected.open}
          onClose={rejecting.close}
          onReject={(words) => change(rejected.of._id, { status: 'rejected', words })}
        />
      )}
    </>
  );
}
