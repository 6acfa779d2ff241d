import { defineMessages } from '@afterhours/contract/base/message';
import type { ManagedWebinar } from '@afterhours/contract/webinars/lists';
import { type ReactNode, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { WebinarTime } from '#features/payments/components/webinar-time.tsx';
import { onHostedChanged } from '#features/payments/seats/seat-changes.ts';
import { isTemporary } from '#lib/api/statuses.ts';
import { keepFocus, passFocusOn } from '#lib/focus/keep-focus.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { formatPlanned } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { PageTitle } from '#ui/text/page-title.tsx';
import { Failed } from '../failed.tsx';
import { CancelDialog } from '../manage/cancel-dialog.tsx';
import { MoveDialog } from '../manage/move-dialog.tsx';
import { SeatList, WaitingList } from '../manage/people-lists.tsx';
import { RecordingForm } from '../manage/recording-form.tsx';
import { loadManaged } from '../webinar-commands.ts';
import styles from '../webinars.module.css';

const texts = defineMessages('webinars.manage', {
  title: 'Manage the webinar',
  loading: 'Loading the webinar',
  until: 'Until {time}',
  taken: '{taken, plural, one {# seat taken} other {# seats taken}}',
  takenOf: '{taken, number} of {capacity, number} seats taken',
  cancelled: 'This webinar is cancelled. Everyone who wanted to come was notified.',
  refunded: 'This webinar is cancelled. Everyone who wanted to come was notified, and payments are refunded.',
  over: 'This webinar is over.',
  begun: 'This webinar has begun.',
  move: 'Change the time',
  moveEnd: 'Change the end',
  cancel: 'Cancel the webinar',
  page: 'Join page',
  post: 'To the post',
  earnings: 'Earnings',
  people: 'Seats and waiting list',
  seats: 'Seats ({n, number})',
  waiting: 'Waiting list ({n, number})',
});

type PartProps = { webinar: ManagedWebinar; onDone: () => void };

function describeSeats({ seatsTaken: taken, capacity }: ManagedWebinar): string {
  return capacity === null ? t(texts.taken, { taken }) : t(texts.takenOf, { taken, capacity });
}

const dialogs = { move: MoveDialog, cancel: CancelDialog };

/** The host's actions: move or cancel the webinar. */
function Changes({ webinar, onDone }: PartProps) {
  const { shown, show, close } = useDialog<keyof typeof dialogs>();
  const { state } = webinar;
  if (state === 'cancelled') return null;
  const Shown = shown && dialogs[shown.of];
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => show('move')}>
        {t(state === 'upcoming' ? texts.move : texts.moveEnd)}
      </Button>
      {state === 'upcoming' && (
        <Button variant="quiet" className={styles.leave} aria-haspopup="dialog" onClick={() => show('cancel')}>
          {t(texts.cancel)}
        </Button>
      )}
      {Shown && <Shown key={shown.key} webinar={webinar} open={shown.open} onClose={close} onDone={onDone} />}
    </>
  );
}

/** `failed` says that what is shown could not be loaded again. */
function Summary({ webinar, failed, onDone }: PartProps & { failed: ReactNode }) {
  const { _id: id, title, startsAt, endsAt, state } = webinar;
  return (
    <Card>
      <div className={styles.stack}>
        {failed && <div ref={passFocusOn}>{failed}</div>}
        <h2 dir="auto">{title}</h2>
        {state === 'cancelled' && <Banner tone="danger">{t(webinar.isPaid ? texts.refunded : texts.cancelled)}</Banner>}
        {webinar.cancelWords && (
          <blockquote dir="auto" className={styles.words}>
            {webinar.cancelWords}
          </blockquote>
        )}
        {startsAt && <WebinarTime startsAt={startsAt} hostZone={null} />}
        <p className={styles.quiet}>
          {[
            ...(endsAt ? [t(texts.until, { time: formatPlanned(new Date(endsAt)) })] : []),
            ...(state === 'cancelled' ? [] : [describeSeats(webinar)]),
            ...(state === 'over' || state === 'begun' ? [t(texts[state])] : []),
          ].join(' · ')}
        </p>
        <div ref={keepFocus} className={styles.buttons}>
          {state !== 'cancelled' && <ButtonLink to={`/w/${id}/join`}>{t(texts.page)}</ButtonLink>}
          <Changes webinar={webinar} onDone={onDone} />
        </div>
        <p className={styles.links}>
          <TextLink to={`/p/${id}`}>{t(texts.post)}</TextLink>
          {(webinar.price > 0 || webinar.isPaid) && <TextLink to="/me/earnings">{t(texts.earnings)}</TextLink>}
        </p>
      </div>
    </Card>
  );
}

type Tab = 'seats' | 'waiting';

function People({ webinar: { _id: id, seatsTaken, waiting, state } }: Pick<PartProps, 'webinar'>) {
  const [tab, setTab] = useState<Tab>('seats');
  return (
    <Card>
      <Tabs
        label={t(texts.people)}
        tabs={[
          { id: 'seats', label: t(texts.seats, { n: seatsTaken }) },
          { id: 'waiting', label: t(texts.waiting, { n: waiting }) },
        ]}
        value={tab}
        onChange={setTab}
      >
        {tab === 'seats' ? (
          <SeatList id={id} begun={state !== 'upcoming'} over={state === 'over'} />
        ) : (
          <WaitingList id={id} />
        )}
      </Tabs>
    </Card>
  );
}

function Managed({ id }: { id: string }) {
  const { data: webinar, failure, reload, retry } = useLoading(() => loadManaged(id));
  useEffect(() => onHostedChanged(() => void reload()));
  const failed = failure && <Failed id={id} failure={failure} onRetry={retry} quiet={webinar !== null} />;
  if (failure && !isTemporary(failure.status)) return failed;
  if (!webinar) {
    return (
      failed ?? (
        <Card>
          <LoadingNote>{t(texts.loading)}</LoadingNote>
          <Skeleton shape="text" lines={5} />
        </Card>
      )
    );
  }
  const onDone = () => void reload();
  const { state } = webinar;
  const recording = <RecordingForm key="recording" id={id} recording={webinar.recording} onDone={onDone} />;
  const people = <People key={`people ${state}`} webinar={webinar} />;
  return (
    <>
      <Summary webinar={webinar} failed={failed} onDone={onDone} />
      {/* Before the start, the attendees matter most to the host. */}
      {state !== 'cancelled' && (state === 'upcoming' ? [people, recording] : [recording, people])}
    </>
  );
}

/** A webinar as its host manages it: its time, its attendees, the waiting list, and the recording. */
export function ManagePage() {
  const { id = '' } = useParams();
  return (
    <Columns plain revealInOrder left={<OwnCard />}>
      <PageTitle>{t(texts.title)}</PageTitle>
      <h1>{t(texts.title)}</h1>
      <Managed key={id} id={id} />
    </Columns>
  );
}
