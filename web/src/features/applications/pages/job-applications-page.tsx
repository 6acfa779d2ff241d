import { defineMessages } from '@afterhours/contract/base/message';
import { type ApplicationStatus, applicationStatuses, statusNames } from '@afterhours/contract/constants/applications';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { loadPost } from '#entities/posts/post-commands.ts';
import { selectPost } from '#entities/posts/posts-slice.ts';
import { useWatched } from '#entities/posts/watched-posts.ts';
import { describeClosed } from '#features/hiring/describe-closed.ts';
import { NotFoundPage } from '#features/site/pages/not-found-page.tsx';
import { isNotFound } from '#lib/api/statuses.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { ToggleChip } from '#ui/chips/toggle-chip.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { cx } from '#ui/text/cx.ts';
import { PageTitle } from '#ui/text/page-title.tsx';
import styles from '../applications.module.css';
import { ApplicationList } from '../received/application-list.tsx';
import { KeyLegend } from '../received/key-legend.tsx';

const texts = defineMessages('applications.page', {
  title: 'Applications',
  untitled: 'Job',
  filter: 'Status',
  loading: 'Loading the job',
  rate: '{percent}% of applications for your jobs were answered within 14 days.',
});

/** The filter is part of the address, so that Back restores it. */
function useFilter() {
  const [search, setSearch] = useSearchParams();
  const filter = applicationStatuses.find((status) => status === search.get('status')) ?? null;
  const setFilter = (status: ApplicationStatus | null) =>
    setSearch(status ? { status } : {}, { replace: true, preventScrollReset: true });
  return [filter, setFilter] as const;
}

type StatusFilterProps = {
  value: ApplicationStatus | null;
  onChange: ReturnType<typeof useFilter>[1];
  /** Only reserves its space until the title above, which may need several lines, is known. */
  pending: boolean;
};

function StatusFilter({ value, onChange, pending }: StatusFilterProps) {
  return (
    <div role="group" aria-label={t(texts.filter)} className={cx(styles.filters, pending && styles.pending)}>
      {applicationStatuses.map((status) => (
        <ToggleChip key={status} pressed={value === status} onClick={() => onChange(value === status ? null : status)}>
          {t(statusNames[status])}
        </ToggleChip>
      ))}
    </div>
  );
}

type Failure = { status: number; message: string } | null;
type Loaded = { ok: true } | { ok: false; status: number; message: string };

const toFailure = (response: Loaded): Failure =>
  response.ok ? null : { status: response.status, message: response.message };

function useJob(id: string) {
  const dispatch = useAppDispatch();
  const job = useAppSelector((state) => selectPost(state, id));
  const [response, setResponse] = useState<Loaded>();
  useWatched(id);
  useEffect(() => {
    let cancelled = false;
    void dispatch(loadPost(id)).then((loaded) => cancelled || setResponse(loaded));
    return () => {
      cancelled = true;
    };
  }, [dispatch, id]);
  return {
    job,
    // A post that has been loaded disappears from the store when it is deleted in another tab.
    isGone: response?.ok === true && !job,
    failure: response ? toFailure(response) : null,
    retry: () => void dispatch(loadPost(id)).then(setResponse),
  };
}

/** The applications for a job, for its author. */
export function JobApplicationsPage() {
  const { id = '' } = useParams();
  const { job, isGone, failure, retry } = useJob(id);
  const [filter, setFilter] = useFilter();
  const isOther = job !== undefined && (job.postType !== 'job' || !job.viewerCan.edit);
  if ((failure && isNotFound(failure.status)) || isOther || isGone) return <NotFoundPage />;
  const closed = job?.job ? describeClosed(job.job) : null;
  const rate = job?.job?.answerRate ?? null;
  return (
    <Columns full>
      <PageTitle>{t(texts.title)}</PageTitle>
      <div className={styles.head}>
        <h1>{t(texts.title)}</h1>
        {(job || !failure) && (
          <p className={styles.jobLink}>
            {job ? (
              <TextLink dir="auto" to={`/p/${id}`}>
                {job.title ?? t(texts.untitled)}
              </TextLink>
            ) : (
              // Reserves the line.
              '\u00a0'
            )}
          </p>
        )}
        {closed !== null && <p className={styles.quiet}>{closed}</p>}
        {rate !== null && <p className={styles.quiet}>{t(texts.rate, { percent: rate })}</p>}
      </div>
      <StatusFilter value={filter} onChange={setFilter} pending={!job && !failure} />
      {job && <ApplicationList key={filter} jobId={id} title={job.title ?? t(texts.untitled)} filter={filter} />}
      {!job && !failure && (
        <>
          <KeyLegend pending />
          <LoadingNote>{t(texts.loading)}</LoadingNote>
          <PersonSkeleton />
        </>
      )}
      {!job && failure && <ErrorState message={failure.message} onRetry={retry} />}
    </Columns>
  );
}
