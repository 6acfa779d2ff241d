import { defineMessages } from '@afterhours/contract/base/message';
import type { MyApplication, OwnApplication } from '@afterhours/contract/jobs/applications';
import Briefcase from 'lucide-react/icons/briefcase-business';
import { useEffect, useState } from 'react';
import { profilePath } from '#entities/people/profile-path.ts';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { showFailure } from '#lib/api/show-failure.ts';
import { usePages } from '#lib/lists/use-pages.ts';
import { showSuccess } from '#lib/notify.ts';
import { formatDate } from '#lib/text/format.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { words } from '#ui/text/words.ts';
import { changeApplication, loadMyApplications } from '../application-commands.ts';
import styles from '../applications.module.css';
import { CvButton } from '../cv-button.tsx';
import { onApplicationsChanged } from '../own/application-changes.ts';
import { StatusChip } from '../status-chip.tsx';

const texts = defineMessages('applications.own', {
  title: 'My applications',
  list: 'Jobs you applied for',
  loading: 'Loading your applications',
  none: 'You have not applied for a job yet',
  noneWhy: 'Jobs you apply for will appear here, with the status of each application.',
  find: 'Find a job',
  end: 'That’s all your applications.',
  untitled: 'Job',
  gone: 'A job that is no longer available to you',
  removed: 'This job was removed',
  removedOn: 'Removed on {day}',
  by: 'By {name}',
  applied: 'Applied on {day}',
  changed: 'Changed on {day}',
  closed: 'The job is closed',
  withdraw: 'Withdraw',
  withdrawTitle: 'Withdraw this application?',
  withdrawText: 'Your cover note, answers and CV will be deleted. You cannot apply for this job again.',
  doWithdraw: 'Withdraw it',
});

const isOver = (status: OwnApplication['status']): boolean =>
  status === 'withdrawn' || status === 'rejected' || status === 'hired';

function Row({ of, onWithdraw }: { of: OwnApplication; onWithdraw: () => void }) {
  const { job, poster, status, statusAt, createdAt, cv, removedAt } = of;
  const title = job ? (job.title ?? t(texts.untitled)) : t(removedAt ? texts.removed : texts.gone);
  return (
    <li className={styles.own} data-row={of._id}>
      <div className={styles.ownHead}>
        <h2 dir="auto" className={styles.jobTitle}>
          {job ? (
            <TextLink bare to={`/p/${job._id}`}>
              {title}
            </TextLink>
          ) : (
            title
          )}
        </h2>
        <StatusChip status={status} />
      </div>
      <p className={styles.quiet}>
        {poster && (
          <TextLink to={profilePath(poster)}>
            <bdi>{t(texts.by, { name: fullName(poster) })}</bdi>
          </TextLink>
        )}
        <span>{t(texts.applied, { day: formatDate(createdAt) })}</span>
        {status !== 'sent' && <span>{t(texts.changed, { day: formatDate(statusAt) })}</span>}
        {job?.closed && <span>{t(texts.closed)}</span>}
        {removedAt && <span>{t(texts.removedOn, { day: formatDate(removedAt) })}</span>}
      </p>
      <div className={styles.ways}>
        {cv && <CvButton id={of._id} cv={cv} />}
        {!isOver(status) && !removedAt && (
          <Button
            size="small"
            variant="quiet"
            data-control="withdraw"
            aria-label={t(words.ofRow, { action: t(texts.withdraw), row: title })}
            onClick={onWithdraw}
          >
            {t(texts.withdraw)}
          </Button>
        )}
      </div>
    </li>
  );
}

/** The viewer's applications. A change to one that is shown needs no reload; a new one is loaded with its job. */
function useOwnApplications() {
  const pages = usePages(loadMyApplications, ({ _id }) => _id, { name: 'applications' });
  const { items, replace, reload } = pages;
  const [pending, setPending] = useState(false);
  const show = ({ _id: id, status, statusAt }: MyApplication): boolean => {
    const own = items.find(({ _id }) => _id === id);
    if (own) replace({ ...own, status, statusAt, cv: status === 'withdrawn' ? null : own.cv });
    return own !== undefined;
  };
  useEffect(() =>
    onApplicationsChanged((about) => {
      if (!about?.application || !show(about.application)) reload();
    }),
  );
  const withdraw = async (id: string) => {
    setPending(true);
    const response = await changeApplication(id, { status: 'withdrawn' });
    setPending(false);
    if (!response.ok) {
      showFailure(response);
      // The job may have been removed meanwhile.
      if (response.status === 404) reload();
      return;
    }
    showSuccess(response.message);
    show(response.body);
  };
  return { ...pages, pending, withdraw };
}

function Nothing() {
  return (
    <EmptyState
      icon={Briefcase}
      title={t(texts.none)}
      action={
        <ButtonLink to="/jobs" variant="primary">
          {t(texts.find)}
        </ButtonLink>
      }
    >
      {t(texts.noneWhy)}
    </EmptyState>
  );
}

/** The jobs that the viewer has applied for, with the status of each application. */
export function MyApplicationsPage() {
  const { pending, withdraw, ...pages } = useOwnApplications();
  const { items, status } = pages;
  const [withdrawnId, setWithdrawnId] = useState<string | null>(null);
  const confirm = async () => {
    if (withdrawnId) await withdraw(withdrawnId);
    setWithdrawnId(null);
  };
  return (
    <Columns left={<OwnCard />}>
      <PageTitle>{t(texts.title)}</PageTitle>
      <h1>{t(texts.title)}</h1>
      {status === 'ready' && items.length === 0 ? (
        <Nothing />
      ) : (
        <Card>
          <ul aria-label={t(texts.list)} aria-busy={status === 'loading'} className={styles.rows}>
            {items.map((one) => (
              <Row key={one._id} of={one} onWithdraw={() => setWithdrawnId(one._id)} />
            ))}
          </ul>
          <ListFoot
            pages={pages}
            loading={t(texts.loading)}
            shape={<Skeleton shape="text" lines={3} />}
            end={t(texts.end)}
          />
        </Card>
      )}
      <ConfirmDialog
        open={withdrawnId !== null}
        title={t(texts.withdrawTitle)}
        confirmLabel={t(texts.doWithdraw)}
        danger
        loading={pending}
        onCancel={() => setWithdrawnId(null)}
        onConfirm={() => void confirm()}
      >
        {t(texts.withdrawText)}
      </ConfirmDialog>
    </Columns>
  );
}
