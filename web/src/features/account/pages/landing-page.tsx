import { copyright, siteName } from '#lib/browser/site.ts';
import { useTheme } from '#lib/browser/theme.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Footer } from '#ui/layout/footer.tsx';
import { SkipLink } from '#ui/layout/skip-link.tsx';
import { Logo } from '#ui/text/logo.tsx';
import dark from './landing-feed-dark.webp';
import light from './landing-feed-light.webp';
import styles from './landing-page.module.css';

const reasons = [
  ['Show the work', 'Post what you are making, in words and pictures. No audience required.'],
  ['Find the work', 'Jobs and webinars in one feed, from people who do the work themselves.'],
  ['Know the people', 'Follow people whose evenings look like yours, and talk to them.'],
] as const;

const darkWhen = { system: '(prefers-color-scheme: dark)', dark: 'all', light: 'not all' } as const;

/** The feed as it is, in the reader's colours. */
function Picture() {
  const [theme] = useTheme();
  return (
    <picture className={styles.picture}>
      <source srcSet={dark} media={darkWhen[theme]} />
      <img
        src={light}
        width={1060}
        height={1318}
        fetchPriority="high"
        alt="A post in the feed: a bookkeeper shows a lamp lit over an open notebook at night; ten members like it."
      />
    </picture>
  );
}

/** What it is, for whom, and the way in. */
export function LandingPage() {
  return (
    <div className={styles.page}>
      <title>{`${siteName} · The network for what you build after work`}</title>
      <SkipLink />
      <header className={styles.bar}>
        <Logo />
        <nav aria-label="Account" className={styles.nav}>
          <TextLink bare to="/Login" className={styles.signIn}>
            Sign in
          </TextLink>
          <ButtonLink to="/Register" variant="primary">
            Join
          </ButtonLink>
        </nav>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <div className={styles.opening}>
          <div className={styles.words}>
            <h1 className={styles.sentence}>The network for what you build after work.</h1>
            <p className={styles.lead}>
              For side hustlers and independent creators: show what you are making, find paid work for the evenings, and
              meet the people who keep the same hours.
            </p>
            <p className={styles.actions}>
              <ButtonLink to="/Register" variant="primary">
                Create your account
              </ButtonLink>
              <ButtonLink to="/Login">Sign in</ButtonLink>
            </p>
          </div>
          <Picture />
        </div>
        <ul className={styles.reasons}>
          {reasons.map(([title, text]) => (
            <li key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </main>
      <Footer
        copyright={copyright}
        links={[
          { label: 'Terms', to: '/terms-condition' },
          { label: 'Privacy', to: '/privacy-policy' },
        ]}
      />
    </div>
  );
}
