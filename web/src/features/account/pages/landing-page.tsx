import { defineMessages } from '@afterhours/contract/base/message';
import { registration, useSiteName } from '#lib/browser/site.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Footer } from '#ui/layout/footer.tsx';
import { SkipLink } from '#ui/shell/skip-link.tsx';
import { Logo } from '#ui/text/logo.tsx';
import { accountTexts } from '../account-texts.ts';
import { findJoining } from '../joining.ts';
import { HeroPost, SamplePosts } from '../landing/samples.tsx';
import styles from './landing-page.module.css';

const texts = defineMessages('account.landing', {
  tab: '{site} · The network for what you build after work',
  account: 'Account',
  sentence: 'The network for what you build after work.',
  lead:
    'For side hustlers and independent creators: show what you are making, find paid work for the evenings, and ' +
    'meet the people who keep the same hours.',
  fair: 'Take everything you’ve posted with you whenever you like.',
  show: 'Show the work',
  showHow: 'Post what you are making, in words and pictures. No audience required.',
  find: 'Find the work',
  findHow: 'Jobs and webinars in one feed, posted by people who do the work.',
  know: 'Know the people',
  knowHow: 'Follow people whose evenings look like yours, and get talking.',
  last: 'The lamp is on. Come in.',
  lastQuiet: 'The lamp is on.',
  terms: 'Terms',
  privacy: 'Privacy',
});

const reasons = [
  [texts.show, texts.showHow],
  [texts.find, texts.findHow],
  [texts.know, texts.knowHow],
] as const;

/** Who may join; a mode of `joiningModes`. */
type Mode = { mode: string };

function Bar({ mode }: Mode) {
  const { link, note } = findJoining(mode);
  return (
    <header className={styles.bar}>
      <Logo />
      <nav aria-label={t(texts.account)} className={styles.nav}>
        <TextLink bare to="/Login" className={styles.signIn}>
          {t(accountTexts.signIn)}
        </TextLink>
        {link && (
          <ButtonLink to="/Register" variant="primary" className={note ? styles.longLink : undefined}>
            {t(link)}
          </ButtonLink>
        )}
      </nav>
    </header>
  );
}

function Opening({ mode }: Mode) {
  const { longLink, note } = findJoining(mode);
  return (
    <div className={styles.opening}>
      <div className={styles.words}>
        <h1 className={styles.sentence}>{t(texts.sentence)}</h1>
        <p className={styles.lead}>{t(texts.lead)}</p>
        <p className={styles.actions}>
          {longLink && (
            <ButtonLink to="/Register" variant="primary">
              {t(longLink)}
            </ButtonLink>
          )}
          <ButtonLink to="/Login" variant={longLink ? 'secondary' : 'primary'}>
            {t(accountTexts.signIn)}
          </ButtonLink>
        </p>
        {note && <p>{t(note)}</p>}
        <p className={styles.fair}>{t(texts.fair)}</p>
      </div>
      <HeroPost />
    </div>
  );
}

/** The end of the page: a link to join, or to sign in if nobody may join. */
function Last({ mode }: Mode) {
  const { link, note } = findJoining(mode);
  const sentence = note === null ? texts.last : link === null ? note : texts.lastQuiet;
  return (
    <p className={styles.last}>
      <span>{t(sentence)}</span>
      <ButtonLink to={link ? '/Register' : '/Login'} variant="primary">
        {t(link ?? accountTexts.signIn)}
      </ButtonLink>
    </p>
  );
}

/** The first page for visitors: what the product is, who it is for, and how to join. */
export function LandingPage({ mode = registration }: Partial<Mode>) {
  return (
    <div className={styles.page}>
      <title>{t(texts.tab, { site: useSiteName() })}</title>
      <SkipLink />
      <Bar mode={mode} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Opening mode={mode} />
        <SamplePosts />
        <ul className={styles.reasons}>
          {reasons.map(([title, text]) => (
            <li key={title.id}>
              <h2>{t(title)}</h2>
              <p>{t(text)}</p>
            </li>
          ))}
        </ul>
        <Last mode={mode} />
      </main>
      <Footer
        links={[
          { label: t(texts.terms), to: '/terms-condition' },
          { label: t(texts.privacy), to: '/privacy-policy' },
        ]}
      />
    </div>
  );
}
