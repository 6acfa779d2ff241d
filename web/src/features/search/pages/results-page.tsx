import { defineMessages } from '@afterhours/contract/base/message';
import { searchMessages } from '@afterhours/contract/constants/search';
import Search from 'lucide-react/icons/search';
import SearchX from 'lucide-react/icons/search-x';
import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { SignInHint } from '#features/account/components/sign-in-hint.tsx';
import { useAppSelector } from '#lib/store.ts';
import { toWords } from '#lib/text/highlight.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { HighlightWords } from '#ui/text/highlighted.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { FoundPosts, findType, TypeFilter } from '../components/found-posts.tsx';
import { AllPeople, FewPeople } from '../components/people-part.tsx';
import styles from '../components/results.module.css';
import { type SearchState, toKeyword } from '../keyword.ts';
import { useFound } from '../use-found.ts';

const texts = defineMessages('search.results', {
  all: 'All',
  people: 'People',
  posts: 'Posts',
  signInHint: 'Sign in to follow people, connect with them and write to them.',
  parts: 'Results',
  search: 'Search',
  quoted: '“{keyword}”',
  title: 'Results for “{keyword}”',
  find: 'Find Colleagues',
  hint: 'People and posts',
  hintMore: 'Type what you’re looking for in the box above: a name, a profession, a word from a post.',
});

const tabs = [
  { id: 'all', text: texts.all },
  { id: 'people', text: texts.people },
  { id: 'posts', text: texts.posts },
] as const;

/** The search term and the open tab, both from the URL. */
function useSearch() {
  const location = useLocation();
  const [search, setSearch] = useSearchParams();
  const keyword = toKeyword(location);
  const { at } = (location.state as SearchState) ?? {};
  const change = (name: 'tab' | 'postType', value: string) => {
    const next = new URLSearchParams(search);
    next.set('q', keyword);
    if (value) next.set(name, value);
    else next.delete(name);
    setSearch(next, { replace: true, preventScrollReset: true, state: location.state });
  };
  return {
    keyword,
    at,
    tab: tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'all',
    postType: findType(search.get('postType')),
    change,
  };
}

function NoResult() {
  const isMember = useAppSelector(selectIsLoggedIn);
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title={t(searchMessages.nothing)}
        action={isMember && <ButtonLink to="/find">{t(texts.find)}</ButtonLink>}
      >
        {t(searchMessages.advice)}
      </EmptyState>
    </Card>
  );
}

function Results() {
  const { keyword, at, tab, postType, change } = useSearch();
  const people = useFound('people', { keyword, at });
  const posts = useFound('posts', { keyword, postType, at });
  const words = useMemo(() => toWords(keyword), [keyword]);
  const nothing = [people, posts].every(({ status, ids }) => status === 'ready' && ids.length === 0);
  if (nothing && postType === '') return <NoResult />;
  // The height of the people section is known once they are loaded. Posts that are rendered earlier would jump.
  const peopleKnown = people.ids.length > 0 || people.status === 'ready' || people.status === 'failed';
  const filter = <TypeFilter chosen={postType} onChange={(type) => change('postType', type)} />;
  return (
    <HighlightWords value={words}>
      <Tabs
        label={t(texts.parts)}
        tabs={tabs.map(({ id, text }) => ({ id, label: t(text) }))}
        value={tab}
        onChange={(id) => change('tab', id === 'all' ? '' : id)}
      >
        {tab === 'people' && <AllPeople {...people} />}
        {tab === 'posts' && (
          <div className={styles.part}>
            {filter}
            <FoundPosts key={posts.query} {...posts} />
          </div>
        )}
        {tab === 'all' && (
          <div className={styles.part}>
            <FewPeople {...people} onAll={() => change('tab', 'people')} />
            {peopleKnown && (
              <>
                <div className={styles.head}>
                  <h2 className={styles.heading}>{t(texts.posts)}</h2>
                  {filter}
                </div>
                <FoundPosts key={posts.query} {...posts} />
              </>
            )}
          </div>
        )}
      </Tabs>
    </HighlightWords>
  );
}

/** The results for a keyword, which is in the navigation state, and in `?q=` so that a search can be shared. */
export function ResultsPage() {
  const keyword = toKeyword(useLocation());
  const signedIn = useAppSelector(selectIsLoggedIn);
  return (
    <Columns plain left={signedIn && <OwnCard />}>
      <PageTitle>{keyword ? t(texts.quoted, { keyword }) : t(texts.search)}</PageTitle>
      <h1 className={styles.title}>{keyword ? t(texts.title, { keyword }) : t(texts.search)}</h1>
      {keyword ? (
        <>
          <SignInHint>{t(texts.signInHint)}</SignInHint>
          <Results />
        </>
      ) : (
        <Card>
          <EmptyState icon={Search} title={t(texts.hint)}>
            {t(texts.hintMore)}
          </EmptyState>
        </Card>
      )}
    </Columns>
  );
}
