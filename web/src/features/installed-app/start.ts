/** The installed-app features for a signed-in member. Loaded once the page is idle. */
import { defineMessages } from '@afterhours/contract/base/message';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { serviceWorkers } from '#lib/browser/service-worker.ts';
import { siteName } from '#lib/browser/site.ts';
import { logFailure } from '#lib/log.ts';
import { forgetShared } from '#lib/sharing/shared-content.ts';
import type { AppStore } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { showLastingOffer } from '#ui/toasts/offer-toast.tsx';
import { keepBadge, setBadge } from './badge.ts';
import { countVisit, install, offerOnce } from './install.ts';
import { keepNudging } from './outbox-nudge.ts';
import { keepWorker } from './worker-updates.ts';

const texts = defineMessages('installedApp', {
  newVersion: 'A new version is ready.',
  reload: 'Reload',
  installable: 'Add {app} to your home screen?',
  install: 'Install',
});

const offerInstalling = () =>
  offerOnce(() =>
    showLastingOffer({
      id: 'install',
      message: t(texts.installable, { app: siteName() }),
      label: t(texts.install),
      onTake: () => void install(),
    }),
  );

const offerVersion = (take: () => void) =>
  showLastingOffer({ id: 'new-version', message: t(texts.newVersion), label: t(texts.reload), onTake: take });

/**
 * Removes the member's data outside the page: badge, notifications and shared content. Caches contain nothing of
 * theirs.
 */
async function forgetMember(): Promise<void> {
  await Promise.allSettled([setBadge(0), forgetShared()]);
  const registration = await serviceWorkers()?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

let watching = false;

/** Cleans up after a sign-out, even on pages where these features do not run. */
function forgetAtEnd(store: AppStore): void {
  if (watching) return;
  watching = true;
  const stop = store.subscribe(() => {
    if (selectIsLoggedIn(store.getState())) return;
    stop();
    watching = false;
    void forgetMember().catch(() => undefined);
  });
}

/** Starts the features. Returns a function that stops them. */
export function startInstalledApp(store: AppStore): () => void {
  const stops = [keepBadge(store), keepNudging(store, offerInstalling)];
  let cancelled = false;
  forgetAtEnd(store);
  keepWorker(offerVersion).then(
    (stop) => (cancelled ? stop() : stops.push(stop)),
    (error: unknown) => logFailure('The service worker', String(error)),
  );
  if (countVisit()) offerInstalling();
  return () => {
    cancelled = true;
    for (const stop of stops) stop();
  };
}
