import { defineMessages } from '@afterhours/contract/base/message';
import { useSearchParams } from 'react-router';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { PostList } from '#features/feed/components/post-list.tsx';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { BrowseColumns } from '../components/browse-columns.tsx';
import { DayHeading, DayHeadingSkeleton } from '../components/day-heading.tsx';

const texts = defineMessages('browse.webinars', {
  title: 'Webinars',
  seats: 'My seats',
  times: 'When',
  upcoming: 'Upcoming',
  past: 'Past',
  noneUpcoming: 'There are no upcoming webinars at the moment.',
  nonePast: 'No webinar has taken place yet.',
});

/** Upcoming webinars, grouped by their day in the viewer's time zone, and past ones in a separate tab. */
export function WebinarsPage() {
  const [search, setSearch] = useSearchParams();
  const signedIn = useAppSelector(selectIsLoggedIn);
  const past = search.get('tab') === 'past';
  return (
    <BrowseColumns
      heading={
        <>
          <PageTitle>{t(texts.title)}</PageTitle>
          <h1>{t(texts.title)}</h1>
          {signedIn && <TextLink to="/me/seats">{t(texts.seats)}</TextLink>}
        </>
      }
    >
      <Tabs
        label={t(texts.times)}
        tabs={[
          { id: 'upcoming', label: t(texts.upcoming) },
          { id: 'past', label: t(texts.past) },
        ]}
        value={past ? 'past' : 'upcoming'}
        onChange={(tab) => setSearch(tab === 'past' ? { tab } : {}, { replace: true, preventScrollReset: true })}
      >
        <PostList
          key={past ? 'past' : 'upcoming'}
          list={past ? 'pastWebinars' : 'upcomingWebinars'}
          query={{}}
          renderAbove={(id, before) => <DayHeading id={id} before={before} />}
          skeletonAbove={<DayHeadingSkeleton />}
          empty={{ text: t(past ? texts.nonePast : texts.noneUpcoming) }}
        />
      </Tabs>
    </BrowseColumns>
  );
}
