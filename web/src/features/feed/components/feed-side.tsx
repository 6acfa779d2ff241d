import { copyright } from '#lib/browser/site.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Kbd } from '#ui/text/kbd.tsx';
import styles from './feed-side.module.css';

const places = [
  ['Home', '/home'],
  ['Posts', '/home?type=general'],
  ['Jobs', '/home?type=job'],
  ['Settings', '/Settings'],
  ['Terms', '/terms-condition'],
  ['Privacy', '/privacy-policy'],
  ['Profile', '/Profile'],
] as const;

/** Beside the endless feed: how to read it by keyboard, and the footer, which could not be reached below it. */
export function FeedSide() {
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
          {places.map(([label, to]) => (
            <TextLink bare key={label} to={to}>
              {label}
            </TextLink>
          ))}
        </nav>
        <p>{copyright}</p>
      </footer>
    </>
  );
}
