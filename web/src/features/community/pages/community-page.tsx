import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { StaffFrame } from '#features/moderation/staff/staff-frame.tsx';
import { useLoading } from '#lib/lists/use-loading.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PostSkeleton } from '#ui/feedback/skeleton.tsx';
import styles from '../community.module.css';
import { loadSettings } from '../community-commands.ts';
import { Invitations } from '../components/invitations.tsx';
import { LogoField } from '../components/logo-field.tsx';
import { ReloadFailure } from '../components/reload-failure.tsx';
import { useStale } from '../components/saved-meanwhile.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import { TermsForm } from '../components/terms-form.tsx';

const texts = defineMessages('community.page', {
  title: 'Community',
  onThisPage: 'On this page',
  settings: 'Settings',
  loading: 'Loading the settings',
  terms: 'Terms and privacy',
  invitations: 'Invitations',
});

function Settings() {
  const { status, data, message, refresh, reload, retry } = useLoading(loadSettings);
  const stale = useStale(refresh);
  const [isSaved, setSaved] = useState(false);
  const hasFailed = status === 'failed';
  if (!data) {
    if (hasFailed) return <ErrorState message={message} onRetry={retry} />;
    return (
      <div className={styles.waiting}>
        <LoadingNote>{t(texts.loading)}</LoadingNote>
        <PostSkeleton />
      </div>
    );
  }
  const onSaved = () => {
    setSaved(true);
    void reload();
  };
  const { logo, mostStorageMb, ...settings } = data;
  return (
    <>
      {hasFailed && <ReloadFailure message={message} onRetry={retry} />}
      <LogoField key={`${logo?.url} ${data.version}`} logo={logo} />
      <SettingsForm key={data.version} {...{ settings, mostStorageMb, ...stale, isSaved, onSaved }} />
    </>
  );
}

const sections = [
  { id: 'community-settings', title: texts.settings, Content: Settings, forModerators: false },
  { id: 'community-terms', title: texts.terms, Content: TermsForm, forModerators: false },
  { id: 'community-invitations', title: texts.invitations, Content: Invitations, forModerators: true },
];

/** The community's settings and terms, for owners, and its invitations, for moderators as well. */
export function CommunityPage() {
  const role = useAppSelector(selectOwnUser)?.staffRole;
  const shown = sections.filter(({ forModerators }) => forModerators || role === 'owner');
  return (
    <StaffFrame title={t(texts.title)}>
      <div className={styles.parts}>
        {shown.length > 1 && (
          <nav aria-label={t(texts.onThisPage)} className={styles.links}>
            {shown.map(({ id, title }) => (
              // The browser scrolls to the section, which the router would not.
              <TextLink key={id} to={`#${id}`} reloadDocument>
                {t(title)}
              </TextLink>
            ))}
          </nav>
        )}
        {shown.map(({ id, title, Content }) => (
          <section key={id} className={styles.section} aria-labelledby={id}>
            <h2 id={id} tabIndex={-1}>
              {t(title)}
            </h2>
            <Content />
          </section>
        ))}
      </div>
    </StaffFrame>
  );
}
