import Feather from 'lucide-react/icons/feather';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PersonSkeleton, PostSkeleton, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Section } from './section.tsx';
import styles from './ui-page.module.css';

const retry = () => location.reload();

export function StatesSection() {
  return (
    <Section title="Waiting, empty, failed">
      <div className={styles.stack}>
        <Banner tone="lamp" action={<Button size="small">Send code</Button>} onDismiss={retry}>
          Please verify your email: we sent a six-digit code to ada@lovelace.org.
        </Banner>
        <Banner tone="info">Terms changed on 1 May.</Banner>
        <Banner tone="success">Your password was changed; other sessions were ended.</Banner>
        <Banner tone="danger">You are offline. What you write is kept here.</Banner>
      </div>
      <div className={styles.grid}>
        <LoadingNote>Loading posts</LoadingNote>
        <PostSkeleton media />
        <Card aria-label="Loading people" className={styles.stack}>
          <Skeleton shape="heading" />
          <PersonSkeleton />
          <PersonSkeleton />
        </Card>
        <Card aria-label="Empty">
          <EmptyState icon={Feather} title="No Post Found" action={<Button variant="primary">Write the first</Button>}>
            Posts of the people you follow will be here.
          </EmptyState>
        </Card>
        <Card aria-label="Failed">
          <ErrorState message="The feed could not be loaded." kept="Your draft is still here." onRetry={retry} />
        </Card>
      </div>
    </Section>
  );
}
