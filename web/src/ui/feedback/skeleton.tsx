import { t } from '#lib/text/translate.ts';
import { words } from '#ui/text/words.ts';
import { cx } from '../text/cx.ts';
import { VisuallyHidden } from '../text/visually-hidden.tsx';
import styles from './skeleton.module.css';

type SkeletonProps = { shape: 'text' | 'heading' | 'meta' | 'avatar' | 'media'; lines?: 1 | 2 | 3 | 4 | 5 };

const lineKeys = ['first', 'second', 'third', 'fourth', 'fifth'];

/** The placeholder of one element; the last of several `lines` of text is shorter. */
export function Skeleton({ shape, lines = 1 }: SkeletonProps) {
  if (shape !== 'text') return <span aria-hidden="true" className={cx(styles.bone, styles[shape])} />;
  return (
    <span aria-hidden="true" className={styles.grow}>
      {lineKeys.slice(0, lines).map((line) => (
        <span key={line} className={cx(styles.bone, styles.text)} />
      ))}
    </span>
  );
}

/** The placeholder of a person in a list: avatar, name, profession. */
export function PersonSkeleton() {
  return (
    <div aria-hidden="true" className={styles.row}>
      <span className={cx(styles.bone, styles.avatar)} />
      <span className={styles.grow}>
        <span className={cx(styles.bone, styles.text, styles.short)} />
        <span className={cx(styles.bone, styles.meta)} />
      </span>
    </div>
  );
}

/** The placeholder of a list of people. */
export function PeopleSkeleton({ count = 3 }: { count?: number }) {
  return (
    <div aria-hidden="true" className={styles.people}>
      {Array.from({ length: count }, (_, at) => (
        <PersonSkeleton key={at} />
      ))}
    </div>
  );
}

/** The placeholder of a post in the feed, with or without a picture. */
export function PostSkeleton({ media = false }: { media?: boolean }) {
  return (
    <article aria-hidden="true" className={styles.post}>
      <PersonSkeleton />
      <Skeleton shape="text" lines={3} />
      {media && <Skeleton shape="media" />}
      <span className={styles.actions} />
    </article>
  );
}

type LoadingNoteProps = {
  children?: string;
  /** What follows on a page with `revealInOrder` is hidden until this is gone. */
  hidesRest?: boolean | undefined;
};

/** Tells screen readers once that something is loading. */
export function LoadingNote({ children = t(words.loading), hidesRest = false }: LoadingNoteProps) {
  return (
    <VisuallyHidden role="status" data-loading="" data-hides-rest={hidesRest || undefined}>
      {children}
    </VisuallyHidden>
  );
}
