import { defineMessages } from '@afterhours/contract/base/message';
import { places } from '#features/site/places.ts';
import { useCopyright } from '#lib/browser/site.ts';
import { useShortcuts } from '#lib/forms/shortcuts.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { footerTexts } from '#ui/layout/footer.tsx';
import { Kbd } from '#ui/text/kbd.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import styles from './feed-side.module.css';

const texts = defineMessages('feed.side', {
  byKeyboard: 'Keyboard shortcuts',
  keys: '{next} {previous} from post to post, {like} to like, {write} to write, {help} for the rest.',
});

const keys = {
  next: <Kbd>j</Kbd>,
  previous: <Kbd>k</Kbd>,
  like: <Kbd>l</Kbd>,
  write: <Kbd>n</Kbd>,
  help: <Kbd>?</Kbd>,
};

/** Next to the endless feed: its keyboard shortcuts, and the footer, which nobody could reach below the feed. */
export function FeedSide() {
  const hasShortcuts = useShortcuts();
  return (
    <>
      {hasShortcuts && (
        <Card title={t(texts.byKeyboard)} className={styles.keys}>
          <p>
            <Sentence text={texts.keys} values={keys} />
          </p>
        </Card>
      )}
      <footer className={styles.foot}>
        <nav aria-label={t(footerTexts.label)} className={styles.links}>
          {places.map(([label, to]) => (
            <TextLink bare key={to} to={to}>
              {t(label)}
            </TextLink>
          ))}
        </nav>
        <p data-brand="">
          <bdi>{useCopyright()}</bdi>
        </p>
      </footer>
    </>
  );
}
