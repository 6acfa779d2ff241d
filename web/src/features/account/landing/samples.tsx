import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { cx } from '#ui/text/cx.ts';
import { Desk } from './desk.tsx';
import { type Face, hero, type Sample, samples } from './sample-posts.ts';
import styles from './samples.module.css';

const texts = defineMessages('account.landing.samples', {
  posts: 'Posts, jobs and webinars',
  invented: 'The posts on this page are examples with invented people. What members have published:',
  jobs: 'Jobs',
  webinars: 'Webinars',
  job: 'Job',
  webinar: 'Webinar',
  general: 'Post',
});

const kinds: Record<Sample['kind'], MessageDescriptor> = {
  job: texts.job,
  webinar: texts.webinar,
  general: texts.general,
};

type AuthorProps = { face: Face; when?: MessageDescriptor; below?: boolean };

function Author({ face, when, below = false }: AuthorProps) {
  return (
    <p className={styles.author}>
      <img
        src={face.picture}
        alt=""
        width={40}
        height={40}
        loading={below ? 'lazy' : undefined}
        className={styles.face}
      />
      <span>
        <bdi className={styles.name}>{t(face.name)}</bdi>
        <span className={styles.about}>
          {t(face.trade)}
          {when && ` · ${t(when)}`}
        </span>
      </span>
    </p>
  );
}

/** A post whose lamp is switched on when the page opens. */
export function HeroPost() {
  const { author, when, text, picture } = hero;
  return (
    <article className={styles.hero}>
      <Author face={author} when={when} />
      <p className={styles.heroText}>{t(text)}</p>
      <div className={styles.light}>
        <Desk label={t(picture)} />
      </div>
    </article>
  );
}

/** Three examples of posts, one of each kind, and links to the lists that are public. */
export function SamplePosts() {
  return (
    <section className={styles.section} aria-labelledby="samples">
      <h2 id="samples">{t(texts.posts)}</h2>
      <ul className={styles.posts}>
        {samples.map(({ kind, author, title, text, fact }) => (
          <li key={kind} className={styles.post}>
            <p className={cx(styles.kind, styles[kind])}>{t(kinds[kind])}</p>
            <h3>{t(title)}</h3>
            <p className={styles.text}>{t(text)}</p>
            {fact && <p className={styles.fact}>{t(fact)}</p>}
            <Author face={author} below />
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        {t(texts.invented)} <TextLink to="/jobs">{t(texts.jobs)}</TextLink> ·{' '}
        <TextLink to="/webinars">{t(texts.webinars)}</TextLink>
      </p>
    </section>
  );
}
