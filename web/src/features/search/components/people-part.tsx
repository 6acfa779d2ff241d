import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import type { Found } from '../use-found.ts';
import { FoundPeople } from './found-people.tsx';

const FEW = 4;

function Waiting() {
  return (
    <>
      <LoadingNote>Loading people</LoadingNote>
      {Array.from({ length: FEW }, (_, at) => (
        <PersonSkeleton key={at} />
      ))}
    </>
  );
}

/** The best few, and the way to all of them. */
export function FewPeople({ ids, cursor, status, message, more, onAll }: Found & { onAll: () => void }) {
  const loading = status === 'loading' || status === 'idle';
  if (status === 'ready' && ids.length === 0) return null;
  const further = ids.length > FEW || cursor !== null;
  return (
    <Card
      title="People"
      action={
        further && (
          <Button size="small" onClick={onAll}>
            See all people
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

/** All of them, more as the end comes into sight. */
export function AllPeople({ ids, cursor, status, message, more }: Found) {
  const loading = status === 'loading' || status === 'idle';
  const end = useEndInSight(more, status === 'ready' && cursor);
  return (
    <Card aria-label="People">
      {ids.length > 0 && <FoundPeople ids={ids} busy={loading} />}
      {loading && <Waiting />}
      {status === 'failed' && <ErrorState message={message} onRetry={more} />}
      <div ref={end} />
      {status === 'ready' && cursor === null && (
        <ListEnd>{ids.length > 0 ? 'That’s everyone who matches.' : 'No people match your search.'}</ListEnd>
      )}
    </Card>
  );
}
