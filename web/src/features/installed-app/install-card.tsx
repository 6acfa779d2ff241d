import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { useSiteName } from '#lib/browser/site.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { canInstall, install, isApple, isInstalled } from './install.ts';
import styles from './install-card.module.css';

const texts = defineMessages('installedApp.card', {
  title: 'App',
  installed: 'You are using {app} as an app on this device.',
  about: 'As an app, {app} opens from your home screen in a window of its own, even without a connection.',
  install: 'Install',
  apple: 'In Safari, open the Share menu and choose “Add to Home Screen”.',
  other: 'To install it, choose “Install” or “Add to home screen” in the menu of your browser.',
});

/** Explains how to install the community as an app on this device. */
export function InstallCard() {
  const [offered, setOffered] = useState(canInstall);
  const app = useSiteName();
  const press = () => {
    void install();
    setOffered(false);
  };
  return (
    <Card title={t(texts.title)}>
      {isInstalled() ? (
        <p className={styles.text}>{t(texts.installed, { app })}</p>
      ) : (
        <>
          <p className={styles.text}>{t(texts.about, { app })}</p>
          {offered ? (
            <Button onClick={press}>{t(texts.install)}</Button>
          ) : (
            <p className={styles.hint}>{t(isApple() ? texts.apple : texts.other)}</p>
          )}
        </>
      )}
    </Card>
  );
}
