import { defineMessages } from '@afterhours/contract/base/message';
import { knownKind, notificationSentences } from '@afterhours/contract/constants/notifications';
import type { Notification, NotificationSubject } from '@afterhours/contract/notifications/notifications';
import { postImage } from '#lib/image-address.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Sentence } from '#ui/text/sentence.tsx';
import { priceText } from '../notification-text.ts';
import styles from './notification-row.module.css';

const texts = defineMessages('notifications.subject', {
  deleted: 'This message was deleted.',
  files: 'Sent a file.',
});

/** The sentence of a notification; the name in it is bold and has its own text direction. */
export function Content({ notification }: { notification: Notification }) {
  const { actor, content, kind, othersCount } = notification;
  const name = actor ? fullName(actor) : '';
  const bold = (
    <bdi key="name" className={styles.name}>
      {name}
    </bdi>
  );
  const known = knownKind(kind);
  if (known !== null) {
    const values = { name: bold, n: othersCount, price: priceText(notification) };
    return <Sentence text={notificationSentences[known]} values={values} />;
  }
  if (name === '' || !content.startsWith(name)) return <bdi>{content}</bdi>;
  return (
    <>
      {bold}
      {content.slice(name.length)}
    </>
  );
}

/** An excerpt of the message, comment or post that the notification is about. */
export function Excerpt({ subject: { about, text, deleted, files } }: { subject: NotificationSubject }) {
  if (deleted) return <p className={styles.excerpt}>{t(texts.deleted)}</p>;
  if (files) return <p className={styles.excerpt}>{t(texts.files)}</p>;
  return (
    text && (
      <p dir="auto" className={styles.excerpt} data-said={about !== 'post' || undefined}>
        {text}
      </p>
    )
  );
}

/** The first picture of the post, small; the text beside it says what the notification is about. */
export function Thumbnail({ picture }: { picture: NonNullable<NotificationSubject['picture']> }) {
  const image = postImage(picture);
  return (
    <img
      {...image}
      sizes="56px"
      alt=""
      width={56}
      height={56}
      loading="lazy"
      decoding="async"
      className={styles.thumb}
    />
  );
}
