import { defineMessages } from '@afterhours/contract/base/message';
import {
  type Overview as Figures,
  type getOverview,
  MOST_COUNTED,
  OVERVIEW_DAYS,
  REFUSED_MAIL_DAYS,
} from '@afterhours/contract/moderation/overview';
import { formatMegabytes } from '@afterhours/contract/uploads';
import { type ReactNode, useId } from 'react';
import { call } from '#lib/api/client.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { formatCount, formatExactCount } from '#lib/text/format.ts';
import { numberLocale } from '#lib/text/locale.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PostSkeleton } from '#ui/feedback/skeleton.tsx';
import { Time } from '#ui/text/time.tsx';
import { BarChart } from './bar-chart.tsx';
import { Findings } from './findings.tsx';
import styles from './overview.module.css';

const texts = defineMessages('moderation.overview', {
  loading: 'Loading the overview',
  people: 'People',
  members: 'Members',
  newMembers: 'New members',
  newMembersADay: 'New members a day, in the last {days} days',
  posts: 'Posts',
  postsADay: 'Posts a day, in the last {days} days',
  work: 'Work',
  open: 'Open cases',
  median: 'Median time to a decision',
  medianHint: '{n, plural, one {Of one decision.} other {Half of the latest # decisions were faster.}}',
  noDecision: 'None yet',
  minutes: '{n} min',
  hours: '{n} h',
  days: '{n, plural, one {# day} other {# days}}',
  requests: 'Requests to join',
  mailWaiting: 'Emails waiting',
  refused: 'Addresses that refused email',
  refusedHint: 'In the last {days} days.',
  server: 'Server',
  jobs: 'Jobs waiting',
  oldest: 'Oldest: {minutes} min',
  files: 'Members’ files',
  database: 'Database',
  backup: 'Last backup',
  noBackup: 'None known',
  noBackupHint: 'Only backups made with npm run backup are listed here.',
  size: '{size}, {files, plural, one {# file} other {# files}}',
  version: 'Version',
  engine: 'Node {node}, PostgreSQL {database}, schema {schema}',
  atLeast: '{count} or more',
});

const MEGABYTE = 1024 * 1024;
const load = () => call<typeof getOverview>('GET', '/staff/overview');

const showBytes = (bytes: number): string => formatMegabytes(Math.ceil(bytes / MEGABYTE), numberLocale());

const showBounded = (count: number): string =>
  count >= MOST_COUNTED ? t(texts.atLeast, { count: formatExactCount(count) }) : formatExactCount(count);

function showHours(hours: number | null): string {
  if (hours === null) return t(texts.noDecision);
  if (hours < 1) return t(texts.minutes, { n: Math.ceil(hours * 60) });
  return hours < 48 ? t(texts.hours, { n: Math.round(hours) }) : t(texts.days, { n: Math.round(hours / 24) });
}

type FigureProps = { name: string; hint?: ReactNode; to?: string; children: ReactNode };

/** A figure; with `to`, a link that is named after it. */
function Figure({ name, hint, to, children }: FigureProps) {
  const id = useId();
  const [nameId, figureId] = [`${id}-name`, `${id}-figure`];
  return (
    <div className={styles.figure}>
      <dt id={nameId}>{name}</dt>
      <dd>
        {to === undefined ? (
          children
        ) : (
          <TextLink to={to} id={figureId} aria-labelledby={`${nameId} ${figureId}`}>
            {children}
          </TextLink>
        )}
      </dd>
      {hint && <dd>{hint}</dd>}
    </div>
  );
}

function People({ of: { members, days } }: { of: Figures }) {
  const within = { days: OVERVIEW_DAYS };
  return (
    <section className={styles.part} aria-labelledby="overview-people">
      <h2 id="overview-people">{t(texts.people)}</h2>
      <dl className={styles.figures}>
        <Figure name={t(texts.members)}>{formatCount(members)}</Figure>
      </dl>
      <div className={styles.charts}>
        <BarChart
          title={t(texts.newMembersADay, within)}
          unit={t(texts.newMembers)}
          bars={days.map(({ day, members: count }) => ({ day, count }))}
        />
        <BarChart
          title={t(texts.postsADay, within)}
          unit={t(texts.posts)}
          bars={days.map(({ day, posts: count }) => ({ day, count }))}
        />
      </div>
    </section>
  );
}

function Work({ of: { reports, requestsWaiting, mail } }: { of: Figures }) {
  return (
    <section className={styles.part} aria-labelledby="overview-work">
      <h2 id="overview-work">{t(texts.work)}</h2>
      <dl className={styles.figures}>
        <Figure name={t(texts.open)} to="/moderation">
          {showBounded(reports.open)}
        </Figure>
        <Figure
          name={t(texts.median)}
          hint={reports.medianHours !== null && t(texts.medianHint, { n: reports.decided })}
        >
          {showHours(reports.medianHours)}
        </Figure>
        <Figure name={t(texts.requests)} to="/moderation/requests">
          {showBounded(requestsWaiting)}
        </Figure>
        <Figure name={t(texts.mailWaiting)} to="/moderation/mail?tab=waiting">
          {showBounded(mail.waiting)}
        </Figure>
        <Figure name={t(texts.refused)} hint={t(texts.refusedHint, { days: REFUSED_MAIL_DAYS })} to="/moderation/mail">
          {showBounded(mail.refused)}
        </Figure>
      </dl>
    </section>
  );
}

function Server({ of: { jobs, storage, backup, versions, doctor } }: { of: Figures }) {
  const minutes = Math.floor(jobs.oldestSeconds / 60);
  const { product, node, database, schema } = versions;
  return (
    <section className={styles.part} aria-labelledby="overview-server">
      <h2 id="overview-server">{t(texts.server)}</h2>
      <dl className={styles.figures}>
        <Figure name={t(texts.jobs)} hint={minutes > 0 && t(texts.oldest, { minutes })}>
          {showBounded(jobs.waiting)}
        </Figure>
        <Figure name={t(texts.files)}>{showBytes(storage.files)}</Figure>
        <Figure name={t(texts.database)}>{showBytes(storage.database)}</Figure>
        <Figure
          name={t(texts.backup)}
          hint={backup ? t(texts.size, { size: showBytes(backup.bytes), files: backup.files }) : t(texts.noBackupHint)}
        >
          {backup ? <Time value={backup.at} /> : t(texts.noBackup)}
        </Figure>
        <Figure name={t(texts.version)} hint={t(texts.engine, { node, database, schema })}>
          {product}
        </Figure>
      </dl>
      <Findings of={doctor} />
    </section>
  );
}

/** The community's figures and charts. */
export function Overview() {
  const { status, data, message, retry } = useLoading(load);
  if (status === 'failed') return <ErrorState message={message} onRetry={retry} />;
  if (!data)
    return (
      <div>
        <LoadingNote>{t(texts.loading)}</LoadingNote>
        <PostSkeleton />
      </div>
    );
  return (
    <div className={styles.overview}>
      <People of={data} />
      <Work of={data} />
      <Server of={data} />
    </div>
  );
}
