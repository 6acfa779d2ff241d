import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { browserStorage } from '#lib/browser/storage.ts';
import { useAppSelector } from '#lib/store.ts';
import { joinAll, t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Sentence } from '#ui/text/sentence.tsx';

const texts = defineMessages('feed.profileHint', {
  picture: 'a picture',
  profession: 'what you do',
  intro: 'a sentence about you',
  missing: 'Your profile is missing {parts}.',
  complete: 'Complete your profile',
  welcome: 'Welcome, {name}! Your e-mail is confirmed.',
});

/** Given by the page that confirms an address. */
type HomeState = { welcome?: boolean } | null;

const keyOf = (userId: string): string => `profile-hint:${userId}`;

const isDismissed = (userId: string): boolean => browserStorage.get(keyOf(userId)) !== null;

/** What others look for first, as far as it is missing. */
function listMissing({ image, profession, intro_details }: OwnUser): string[] {
  return [
    ...(image ? [] : [t(texts.picture)]),
    ...(profession ? [] : [t(texts.profession)]),
    ...(intro_details ? [] : [t(texts.intro)]),
  ];
}

/** Said once, where a member arrives after entering the code. */
const Welcome = ({ name }: { name: string }) => <Sentence text={texts.welcome} values={{ name }} />;

/**
 * What the profile of a new member lacks, above the feed; dismissed, it does not come back in this browser. A member
 * who has just confirmed their e-mail is welcomed.
 */
export function ProfileHint() {
  const user = useAppSelector(selectOwnUser);
  const welcome = (useLocation().state as HomeState)?.welcome === true;
  const [dismissed, setDismissed] = useState(false);
  if (!user || dismissed) return null;
  const missing = isDismissed(user._id) ? [] : listMissing(user);
  if (missing.length === 0 && !welcome) return null;
  const dismiss = () => {
    setDismissed(true);
    browserStorage.set(keyOf(user._id), 'dismissed');
  };
  return (
    <Banner
      tone="lamp"
      action={missing.length > 0 && <TextLink to="/Profile">{t(texts.complete)}</TextLink>}
      onDismiss={dismiss}
    >
      {welcome && <Welcome name={user.firstName} />}{' '}
      {missing.length > 0 && t(texts.missing, { parts: joinAll(missing) })}
    </Banner>
  );
}
