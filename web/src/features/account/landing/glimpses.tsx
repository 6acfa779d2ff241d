import { defineMessages, type Message } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { cx } from '#ui/text/cx.ts';
import { type Face, faces, type Glimpse, glimpses, hero } from './community.ts';
import { Desk } from './desk.tsx';
import styles from './glimpses.module.css';

const texts = defineMessages('account.landing.glimpses', {
  posts: 'This week, after hours',
  people: 'People who keep the same hours',
  job: 'Job',
  webinar: 'Webinar',
  general: 'Post',
});

const kinds: Record<Glimpse['kind'], Message> = { job: texts.job, webinar: texts.webinar, general: texts.general };

type AuthorProps = { face: Face; when?: Message; below?: boolean };

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

/** Three posts, one of each kind. */
export function Posts() {
  return (
    <section className={styles.section} aria-labelledby="glimpses">
      <h2 id="glimpses">{t(texts.posts)}</h2>
      <ul className={styles.posts}>
        {glimpses.map(({ kind, author, title, text, fact }) => (
          <li key={kind} className={styles.post}>
            <p className={cx(styles.kind, styles[kind])}>{t(kinds[kind])}</p>
            <h3>{t(title)}</h3>
            <p className={styles.text}>{t(text)}</p>
            {fact && <p className={styles.fact}>{t(fact)}</p>}
            <Author face={author} below />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function People() {
  return (
    <section className={styles.section} aria-labelledby="people">
      <h2 id="people">{t(texts.people)}</h2>
      <ul className={styles.people}>
        {faces.map((face) => (
          <li key={face.name.id}>
            <img src={face.picture} alt="" width={96} height={96} loading="lazy" className={styles.face} />
            <bdi className={styles.name}>{t(face.name)}</bdi>
            <span className={styles.about}>{t(face.trade)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
