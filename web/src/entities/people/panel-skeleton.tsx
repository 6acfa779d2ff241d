import { PersonSkeleton, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import styles from './panel.module.css';

const rowKeys = ['first', 'second', 'third', 'fourth', 'fifth'];

/** The placeholder of a people panel while it is loading. */
export function PanelSkeleton() {
  return (
    <Card aria-hidden="true">
      <Skeleton shape="heading" />
      <div className={styles.list}>
        {rowKeys.map((row) => (
          <PersonSkeleton key={row} />
        ))}
      </div>
    </Card>
  );
}
