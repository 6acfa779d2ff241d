import { useLocation, useSearchParams } from 'react-router';
import { ButtonLink } from '#ui/button-link.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Columns } from '#ui/shell/columns.tsx';

/** The keyword comes with the navigation, or in `?q=` so that a search can be shared. */
export function ResultsPage() {
  const state = useLocation().state as { keyword?: string } | null;
  const keyword = useSearchParams()[0].get('q') ?? state?.keyword ?? '';
  return (
    <Columns>
      <title>{`${keyword ? `“${keyword}”` : 'Search'} · Afterhours`}</title>
      <h1>{keyword ? `Results for “${keyword}”` : 'Search'}</h1>
      <Card>
        <EmptyState title="People and posts" action={<ButtonLink to="/home">Back To Home</ButtonLink>}>
          {keyword
            ? 'The people and posts that match your words stand here. There is nothing to show yet.'
            : 'Write what you look for into the box above: a name, a profession, a word from a post.'}
        </EmptyState>
      </Card>
    </Columns>
  );
}
