import { defineMessages } from '@afterhours/contract/base/message';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import type { Found } from '../use-found.ts';
import { FoundPeople } from './found-people.tsx';

const texts = defineMessages('search.people', {
  title: 'People',
  loading: 'Loading people',
  all: 'See all people',
  end: 'That’s everyone who matches.',
  none: 'No people match your search.',
});

const FEW = 4;

function Waiting() {
  return (
    <>
      <LoadingNote>{t(texts.loading)}</LoadingNote>
      <PeopleSkeleton count={FEW} />
    </>
  );
}

/** The best matches, and a button that shows all of them. */
export function FewPeople({ ids, cursor, status, message, more, onAll }: Found & { onAll: () => void }) {
  const loading = status === 'loading' || status === 'idle';
  if (status === 'ready' && ids.length === 0) return null;
  const further = ids.length > FEW || cursor !== null;
  return (
    <Card
      title={t(texts.title)}
      action={
        further && (
          <Button size="small" onClick={onAll}>
            {t(texts.all)}
          </Button>
        )
      }
    >
      {ids.length > 0 && <FoundPeople ids={ids.slice(0, FEW)} busy={loading} />}
      {loading && ids.length === 0 && <Waiting />}
      {status === 'failed' && <ErrorState message={message} onRetry={more} />}
    </Card>
  );
}

/** All people who match. More are loaded when the end comes into view. */
export function AllPeople({ ids, cursor, status, message, more }: Found) {
  const loading = status === 'loading' || status === 'idle';
  const end = useEndInSight(more, status === 'ready' && cursor);
  return (
    <Card aria-label={t(texts.title)}>
      {ids.length > 0 && <FoundPeople ids={ids} busy={loading} />}
      {loading && <Waiting />}
      {status === 'failed' && <ErrorState message={message} onRetry={more} />}
      <div ref={end} />
      {status === 'ready' && cursor === null && <ListEnd>{t(ids.length > 0 ? texts.end : texts.none)}</ListEnd>}
    </Card>
  );
}
