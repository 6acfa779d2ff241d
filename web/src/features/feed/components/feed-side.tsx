import { typeFilterSet } from '#features/posts/posts-slice.ts';
import { useAppDispatch } from '#lib/store.ts';
import { Card } from '#ui/card.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { TextLink } from '#ui/text-link.tsx';
import styles from './feed-side.module.css';

const filters = [
  ['Posts', 'general'],
  ['Jobs', 'job'],
] as const;

/** Beside the endless feed: how to read it by keyboard, and the footer, which could not be reached below it. */
export function FeedSide() {
  const dispatch = useAppDispatch();
  return (
    <>
      <Card title="By keyboard" className={styles.keys}>
        <p>
          <Kbd>j</Kbd> <Kbd>k</Kbd> from post to post, <Kbd>l</Kbd> to like, <Kbd>n</Kbd> to write, <Kbd>?</Kbd> for the
          rest.
        </p>
      </Card>
      <footer className={styles.foot}>
        <nav aria-label="Footer" className={styles.links}>
          <TextLink bare to="/home" onClick={() => dispatch(typeFilterSet(''))}>
            Home
          </TextLink>
          {filters.map(([label, type]) => (
            <TextLink bare key={type} to="/home" onClick={() => dispatch(typeFilterSet(type))}>
              {label}
            </TextLink>
          ))}
          <TextLink bare to="/Settings">
            Settings
          </TextLink>
          <TextLink bare to="/terms-condition">
            Terms
          </TextLink>
          <TextLink bare to="/privacy-policy">
            Privacy
          </TextLink>
          <TextLink bare to="/Profile">
            Profile
          </TextLink>
        </nav>
        <p>© 2023 Afterhours</p>
      </footer>
    </>
  );
}
