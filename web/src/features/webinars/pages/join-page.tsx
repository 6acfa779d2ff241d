import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import { toSafeHref } from '@afterhours/contract/posts/rich-text';
import type { JoinPage as Joining } from '@afterhours/contract/webinars/joining';
import ExternalLink from 'lucide-react/icons/external-link';
import Presentation from 'lucide-react/icons/presentation';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { WebinarTime } from '#features/payments/components/webinar-time.tsx';
import { onSeatsChanged } from '#features/payments/seats/seat-changes.ts';
import { leaveTo } from '#lib/browser/leave-to.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { Icon } from '#ui/text/icon.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { Countdown } from '../countdown.tsx';
import { Failed } from '../failed.tsx';
import { loadJoinPage } from '../webinar-commands.ts';
import styles from '../webinars.module.css';

const texts = defineMessages('webinars.joinPage', {
  title: 'Join the webinar',
  titleOver: 'After the webinar',
  titleCancelled: 'Cancelled webinar',
  loading: 'Loading the webinar',
  host: 'Host: {name}',
  opens: 'This page opens 15 minutes before the start and lets you in automatically.',
  open: 'The webinar is open. Taking you there…',
  enter: 'Go to the webinar',
  cancelled: 'This webinar is cancelled.',
  over: 'This webinar is over.',
  watch: 'Watch the recording',
  noRecording: 'There is no recording.',
  post: 'To the post',
  noSeat: 'You need a seat to see this page',
  noSeatWhy: 'Take one under the post, or join the waiting list when it’s full.',
});

/** A link to another site, which replaces this page. */
function OutLink({ href, label }: { href: string; label: string }) {
  return (
    <a href={href} rel="noopener noreferrer nofollow ugc" className={buttonClass({ variant: 'primary' })}>
      <Icon icon={ExternalLink} />
      {label}
    </a>
  );
}

/** The current step: wait, enter, or watch the recording. */
function Way({ page, onOpen }: { page: Joining; onOpen: () => void }) {
  const link = page.link && toSafeHref(page.link);
  const recording = page.recording && toSafeHref(page.recording);
  useEffect(() => {
    if (link) leaveTo(link);
  }, [link]);
  if (page.state === 'cancelled') {
    return (
      <>
        <Banner tone="danger">{t(texts.cancelled)}</Banner>
        {page.cancelWords && (
          <blockquote dir="auto" className={styles.words}>
            {page.cancelWords}
          </blockquote>
        )}
      </>
    );
  }
  if (page.state === 'over') {
    return (
      <>
        <p>{t(texts.over)}</p>
        <p>{recording ? <OutLink href={recording} label={t(texts.watch)} /> : t(texts.noRecording)}</p>
      </>
    );
  }
  if (link) {
    return (
      <>
        <Banner tone="success">{t(texts.open)}</Banner>
        <p>
          <OutLink href={link} label={t(texts.enter)} />
        </p>
      </>
    );
  }
  return (
    <>
      {page.opensAt && <Countdown until={page.opensAt} serverNow={page.now} onEnd={onOpen} />}
      <p className={styles.quiet}>{t(texts.opens)}</p>
    </>
  );
}

function NoSeat({ id }: { id: string }) {
  return (
    <Card>
      <EmptyState
        icon={Presentation}
        title={t(texts.noSeat)}
        action={
          <ButtonLink to={`/p/${id}`} variant="primary">
            {t(texts.post)}
          </ButtonLink>
        }
      >
        {t(texts.noSeatWhy)}
      </EmptyState>
    </Card>
  );
}

const titles: Partial<Record<Joining['state'], MessageDescriptor>> = {
  over: texts.titleOver,
  cancelled: texts.titleCancelled,
};

/** The heading follows the webinar's state: one that is over cannot be joined. */
function Heading({ state }: { state?: Joining['state'] }) {
  const title = t((state && titles[state]) ?? texts.title);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
    </>
  );
}

function Sheet({ id, page, onOpen }: { id: string; page: Joining; onOpen: () => void }) {
  const { title, host, isHost, startsAt, timeZone } = page;
  return (
    <Card>
      <div className={styles.stack}>
        <h2 dir="auto">{title}</h2>
        <p className={styles.quiet}>
          <bdi>{t(texts.host, { name: fullName(host) })}</bdi>
        </p>
        {startsAt && <WebinarTime startsAt={startsAt} hostZone={isHost ? null : timeZone} />}
        <Way page={page} onOpen={onOpen} />
        <p>
          <TextLink to={`/p/${id}`}>{t(texts.post)}</TextLink>
        </p>
      </div>
    </Card>
  );
}

function Loading() {
  return (
    <Card>
      <LoadingNote>{t(texts.loading)}</LoadingNote>
      <Skeleton shape="text" lines={4} />
    </Card>
  );
}

function Joined({ id }: { id: string }) {
  const { data: page, failure, refresh, retry } = useLoading(() => loadJoinPage(id));
  useEffect(() => onSeatsChanged(() => void refresh()));
  if (page && !failure) {
    return (
      <>
        <Heading state={page.state} />
        <Sheet id={id} page={page} onOpen={() => void refresh()} />
      </>
    );
  }
  return (
    <>
      <Heading />
      {!failure && <Loading />}
      {failure?.status === 403 && <NoSeat id={id} />}
      {failure && failure.status !== 403 && <Failed id={id} failure={failure} onRetry={retry} />}
    </>
  );
}

/** The page to join a webinar, for members who have a seat. */
export function JoinPage() {
  const { id = '' } = useParams();
  return (
    <Columns left={<OwnCard />}>
      <Joined key={id} id={id} />
    </Columns>
  );
}
