import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import header from './header/profile-header.module.css';
import section from './section.module.css';

const parts = ['bio', 'goals', 'skills', 'experience'];

/** A skeleton of a profile's sections, while they load. */
export function SectionsSkeleton() {
  return (
    <Card padded={false} aria-hidden="true">
      {parts.map((part) => (
        <div key={part} className={section.section}>
          <Skeleton shape="heading" />
          <Skeleton shape="text" lines={3} />
        </div>
      ))}
    </Card>
  );
}

/** A skeleton of a profile's header, while it loads. */
export function HeaderSkeleton() {
  return (
    <Card padded={false} aria-hidden="true">
      <div className={header.cover} />
      <div className={header.below}>
        <div className={header.picture}>
          <Avatar name="" size={128} />
        </div>
        <div className={header.who}>
          <Skeleton shape="heading" />
          <Skeleton shape="text" lines={3} />
        </div>
      </div>
    </Card>
  );
}
