import { useSiteLogo, useSiteName } from '#lib/browser/site.ts';
import { cx } from './cx.ts';
import styles from './logo.module.css';

/** `shrinks`: only the mark is shown below 1024 px. */
type LogoProps = { shrinks?: boolean };

/** A lamp on its cord, with its light. */
const Mark = ({ name }: { name: string }) => (
  <svg width="28" height="28" viewBox="0 0 28 28" role="img" aria-label={name}>
    <path className={styles.cord} d="M13.25 0h1.5v6h-1.5zM5 14.5a9 9 0 0 1 18 0z" />
    <path className={styles.light} d="M8.5 17h11l5 11h-21z" />
  </svg>
);

/** The community's mark and name. Screen readers read the name even where it is not visible. */
export function Logo({ shrinks = false }: LogoProps) {
  const name = useSiteName();
  const [src, width, height] = useSiteLogo();
  return (
    <span className={cx(styles.logo, shrinks && styles.shrinks)}>
      {src ? <img {...{ src, width, height }} alt={name} className={styles.own} /> : <Mark name={name} />}
      <bdi aria-hidden="true" className={styles.word}>
        {name}
      </bdi>
    </span>
  );
}
