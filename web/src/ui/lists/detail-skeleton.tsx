import { LoadingNote, Skeleton } from '../feedback/skeleton.tsx';
import { Card } from '../layout/card.tsx';

/** The placeholder of the detail beside a list. Screen readers read the label. */
export const DetailSkeleton = ({ label }: { label: string }) => (
  <Card>
    <LoadingNote>{label}</LoadingNote>
    <Skeleton shape="heading" />
    <Skeleton shape="text" lines={5} />
  </Card>
);
