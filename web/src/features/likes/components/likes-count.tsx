import { useState } from 'react';
import { formatCount } from '#lib/text/format.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import styles from './likes-count.module.css';

const LikesDialog = lazyPart(async () => (await import('./likes-dialog.tsx')).LikesDialog);

/** How many like it; a press shows who. */
export function LikesCount({ postId, count }: { postId: string; count: number }) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  if (count === 0) return null;
  const show = () => {
    setOpen(true);
    setUsed(true);
  };
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={styles.count} onClick={show}>
        {formatCount(count)} {count === 1 ? 'like' : 'likes'}
      </button>
      {used && <LikesDialog postId={postId} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
