import { defineMessages } from '@afterhours/contract/base/message';
import { useSearchParams } from 'react-router';
import { PostList } from '#features/feed/components/post-list.tsx';
import { pageTitle } from '#lib/browser/site.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { BrowseColumns } from '../components/browse-columns.tsx';
import { type JobFilter, JobFilters } from '../components/job-filters.tsx';

const texts = defineMessages('browse.jobs', {
  title: 'Jobs',
  none: 'No jobs yet.',
  noneFound: 'No job matches these filters.',
  clear: 'Clear filter',
});

/** The filter in the address, so that it can be shared and Back finds it. */
function useJobFilter() {
  const [search, setSearch] = useSearchParams();
  const filter: JobFilter = { keyword: search.get('q') ?? '', hashtag: search.get('hashtag') ?? '' };
  const change = ({ keyword, hashtag }: JobFilter) =>
    setSearch({ ...(keyword ? { q: keyword } : {}), ...(hashtag ? { hashtag } : {}) }, { preventScrollReset: true });
  return { filter, change };
}

/** Jobs, newest first, by words and hashtag, for members and guests. */
export function JobsPage() {
  const { filter, change } = useJobFilter();
  const { keyword, hashtag } = filter;
  const isFiltered = keyword !== '' || hashtag !== '';
  const query = { ...(hashtag ? { hashtag } : {}), ...(keyword ? { keyword } : {}) };
  const clear = <Button onClick={() => change({ keyword: '', hashtag: '' })}>{t(texts.clear)}</Button>;
  return (
    <BrowseColumns
      heading={
        <>
          <title>{pageTitle(t(texts.title))}</title>
          <h1>{t(texts.title)}</h1>
        </>
      }
    >
      <JobFilters value={filter} onChange={change} />
      <PostList
        list="jobs"
        query={query}
        empty={isFiltered ? { text: t(texts.noneFound), action: clear } : { text: t(texts.none) }}
      />
    </BrowseColumns>
  );
}
