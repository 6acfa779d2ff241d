import { useSearchParams } from 'react-router';
import { type Theme, useTheme } from '#lib/theme/theme.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { ActionsSection } from './actions-section.tsx';
import { ContentSection } from './content-section.tsx';
import { FieldsSection } from './fields-section.tsx';
import { OverlaysSection } from './overlays-section.tsx';
import { AuthPreview, TextPreview } from './page-previews.tsx';
import { ShellPreview } from './shell-preview.tsx';
import { StatesSection } from './states-section.tsx';
import { TokensSection } from './tokens-section.tsx';
import styles from './ui-page.module.css';

function Specimens() {
  const [theme, setTheme] = useTheme();
  return (
    <main className={styles.page}>
      <div className={styles.top}>
        <h1 className={styles.title}>Every part, every state</h1>
        <div className={styles.row}>
          {['shell', 'auth', 'text'].map((page) => (
            <ButtonLink key={page} to={`?page=${page}`}>
              {page}
            </ButtonLink>
          ))}
          <Select label="Theme" hideLabel value={theme} onChange={(event) => setTheme(event.target.value as Theme)}>
            <option value="system">System</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </Select>
        </div>
      </div>
      <TokensSection />
      <ActionsSection />
      <FieldsSection />
      <OverlaysSection />
      <ContentSection />
      <StatesSection />
      <Toaster />
    </main>
  );
}

/** `/dev/ui`, in development only: every UI primitive in every state. `?page=shell|auth|text` shows the layouts. */
export function UiPage() {
  const [query] = useSearchParams();
  const page = query.get('page');
  if (page === 'shell') return <ShellPreview />;
  if (page === 'auth') return <AuthPreview />;
  if (page === 'text') return <TextPreview />;
  return <Specimens />;
}
