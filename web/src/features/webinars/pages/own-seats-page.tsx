import { defineMessages } from '@afterhours/contract/base/message';
import Armchair from 'lucide-react/icons/armchair';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { onSeatsChanged } from '#features/payments/seats/seat-changes.ts';
import { usePages } from '#lib/lists/use-pages.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { CalendarAddress } from '../own/calendar-address.tsx';
import { OwnSeatRow } from '../own/own-seat-row.tsx';
import { loadOwnSeats } from '../webinar-commands.ts';
import styles from '../webinars.module.css';

const texts = defineMessages('webinars.ownSeats', {
  title: 'My seats',
  times: 'When',
  upcoming: 'Upcoming',
  past: 'Past',
  loading: 'Loading your seats',
  none: 'No seats yet',
  noneWhy: 'Webinars in which you take a seat, or wait for one, will appear here.',
  nonePast: 'No past webinars yet',
  nonePastWhy: 'Webinars that you had a seat in will appear here, with their recordings.',
  find: 'Find a webinar',
  end: 'That’s all of them.',
});

function NoSeats({ past }: { past: boolean }) {
  return (
    <EmptyState
      icon={Armchair}
      title={t(past ? texts.nonePast : texts.none)}
      action={
        <ButtonLink to="/webinars" variant="primary">
          {t(texts.find)}
        </ButtonLink>
      }
    >
      {t(past ? texts.nonePastWhy : texts.noneWhy)}
    </EmptyState>
  );
}

function SeatList({ past }: { past: boolean }) {
  const [load] = useState(() => loadOwnSeats(past ? 'past' : 'upcoming'));
  const pages = usePages(load, ({ _id }) => _id, { name: 'seats' });
  const { items, status, remove, reload } = pages;
  useEffect(() => onSeatsChanged(reload));
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(
    list,
    items.map(({ _id }) => _id),
  );
  if (status === 'ready' && items.length === 0) return <NoSeats past={past} />;
  return (
    <Card>
      <ul ref={list} className={styles.list} aria-busy={status === 'loading'}>
        {items.map((own) => (
          <OwnSeatRow key={own._id} own={own} onGone={remove} />
        ))}
      </ul>
      <ListFoot
        pages={pages}
        loading={t(texts.loading)}
        shape={<Skeleton shape="text" lines={4} />}
        end={t(texts.end)}
        byButton
      />
    </Card>
  );
}

/** The webinars in which the viewer has a seat, or waits for one, and the calendar URL for them. */
export function OwnSeatsPage() {
  const [search, setSearch] = useSearchParams();
  const past = search.get('tab') === 'past';
  return (
    <Columns revealInOrder left={<OwnCard />}>
      <PageTitle>{t(texts.title)}</PageTitle>
      <h1>{t(texts.title)}</h1>
      <Tabs
        label={t(texts.times)}
        tabs={[
          { id: 'upcoming', label: t(texts.upcoming) },
          { id: 'past', label: t(texts.past) },
        ]}
        value={past ? 'past' : 'upcoming'}
        onChange={(tab) => setSearch(tab === 'past' ? { tab } : {}, { replace: true, preventScrollReset: true })}
      >
        <SeatList key={past ? 'past' : 'upcoming'} past={past} />
      </Tabs>
      <CalendarAddress />
    </Columns>
  );
}
