import { TextLink } from '#ui/buttons/text-link.tsx';
import { Section } from './section.tsx';
import styles from './ui-page.module.css';

const colours = ['paper', 'surface', 'sunken', 'lamp', 'lamp-tint', 'danger-tint', 'success-tint', 'info-tint'];

export function TokensSection() {
  return (
    <Section title="Ink, paper, lamp">
      <div className={styles.row}>
        {colours.map((name) => (
          <div
            key={name}
            className={styles.swatch}
            style={{ background: `var(--${name})`, color: name === 'lamp' ? 'var(--on-lamp)' : undefined }}
          >
            {name}
          </div>
        ))}
      </div>
      <div className={styles.stack}>
        <p className={styles.large}>The hour when the lamp goes on</p>
        <p className={styles.big}>Zoë Ångström-Łukasiewicz</p>
        <p className={styles.medium}>Letterpress printer wanted, two openings</p>
        <p className={styles.small}>People you may know</p>
        <p className={styles.measure}>
          I run a tiny print shop after my day job in logistics. This month 1,234 sheets went out, each folded at the
          kitchen table. <TextLink to="?">Read how it began</TextLink>, or ask me anything about paper.
        </p>
        <p className={styles.meta}>Bookbinder · 3 h · 12.3K likes · 08:07</p>
        <p dir="rtl" lang="ar">
          أدير مطبعة صغيرة بعد عملي اليومي، وأبحث عن شريك يحب الورق والحبر.
        </p>
      </div>
    </Section>
  );
}
