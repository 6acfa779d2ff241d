import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import Check from 'lucide-react/icons/check';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { isProfileShared } from '#entities/people/sharing/profile-shared.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { browserStorage } from '#lib/browser/storage.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { Icon } from '#ui/text/icon.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import styles from './profile-hint.module.css';

const texts = defineMessages('feed.profileHint', {
  picture: 'Add a picture',
  profession: 'Add your profession',
  intro: 'Write a sentence about you',
  people: 'Follow someone',
  share: 'Share your profile',
  done: 'Done:',
  progress: '{done} of {count} first steps done',
  welcome: 'Welcome, {name}! Your email is confirmed.',
});

/** Set by the pages that new members come from. */
type HomeState = { welcome?: boolean } | null;

const keyOf = (userId: string): string => `profile-hint:${userId}`;

const isDismissed = (userId: string): boolean => browserStorage.get(keyOf(userId)) !== null;

/** `to` is null for the step that opens a dialog here. */
type Step = { text: MessageDescriptor; to: string | null; isDone: boolean };

const ShareProfile = lazyPart(async () => (await import('#entities/people/sharing/share-profile.tsx')).ShareProfile);

/** The steps that matter first to others, and somebody to follow. */
const listSteps = ({ _id, image, profession, intro_details, followingsCount }: OwnUser, shared: boolean): Step[] => [
  { text: texts.picture, to: '/first-evening?step=picture', isDone: Boolean(image) },
  { text: texts.profession, to: '/Profile', isDone: Boolean(profession) },
  { text: texts.intro, to: '/first-evening?step=intro', isDone: Boolean(intro_details) },
  { text: texts.people, to: '/first-evening?step=people', isDone: followingsCount > 0 },
  { text: texts.share, to: null, isDone: shared || isProfileShared(_id) },
];

function Checklist({ steps, onShare }: { steps: readonly Step[]; onShare: () => void }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <>
      <p>{t(texts.progress, { done, count: steps.length })}</p>
      <ul className={styles.steps}>
        {steps.map(({ text, to, isDone }) => (
          <li key={text.id} className={styles.step}>
            {isDone ? (
              <>
                <Icon icon={Check} size={16} />
                <VisuallyHidden>{t(texts.done)} </VisuallyHidden>
                {t(text)}
              </>
            ) : to === null ? (
              <button type="button" className={styles.open} aria-haspopup="dialog" onClick={onShare}>
                {t(text)}
              </button>
            ) : (
              <TextLink to={to}>{t(text)}</TextLink>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/**
 * The first steps for a new member, above the feed until all are done. Once dismissed, they stay hidden in this
 * browser.
 * Members who have just confirmed their email address are welcomed. Only one thing is asked at a time: without a hint,
 * `otherwise` is shown.
 */
export function ProfileHint({ otherwise }: { otherwise?: ReactNode }) {
  const user = useAppSelector(selectOwnUser);
  const welcome = (useLocation().state as HomeState)?.welcome === true;
  const [dismissed, setDismissed] = useState(false);
  const [sharing, setSharing] = useState(false);
  const [shared, setShared] = useState(false);
  if (!user || dismissed) return otherwise;
  const steps = isDismissed(user._id) ? [] : listSteps(user, shared);
  const isMissing = steps.some(({ isDone }) => !isDone);
  if (!isMissing && !welcome) return otherwise;
  const dismiss = () => {
    setDismissed(true);
    browserStorage.set(keyOf(user._id), 'dismissed');
  };
  return (
    <Banner tone="lamp" onDismiss={dismiss}>
      {welcome && (
        <p>
          <Sentence text={texts.welcome} values={{ name: user.firstName }} />
        </p>
      )}
      {isMissing && <Checklist steps={steps} onShare={() => setSharing(true)} />}
      <ShareProfile person={user} open={sharing} onClose={() => setSharing(false)} onShared={() => setShared(true)} />
    </Banner>
  );
}
