import { defineMessages } from '@afterhours/contract/base/message';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { OwnDecisions } from '#features/moderation/components/own-decisions.tsx';
import { useAppSelector } from '#lib/store.ts';
import { formatExact } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { LockedOutFrame } from '../components/locked-out-frame.tsx';

const texts = defineMessages('settings.suspended', {
  suspended: 'Your account is suspended',
  banned: 'Your account is banned',
  until:
    'Until {when}, you cannot do anything new. What you have posted stays visible, unless a decision below hides it.',
  forGood: 'Nobody can see your profile or anything you wrote.',
  can: 'You can read why below. You can appeal, export your data, or delete your account.',
});

/** Replaces the product for a member who is suspended or banned. */
export function SuspendedPage() {
  const until = useAppSelector(selectOwnUser)?.sanction?.until ?? null;
  const lead = (
    <>
      <p>{until === null ? t(texts.forGood) : t(texts.until, { when: formatExact(until) })}</p>
      <p>{t(texts.can)}</p>
    </>
  );
  return (
    <LockedOutFrame title={t(until === null ? texts.banned : texts.suspended)} lead={lead}>
      <OwnDecisions />
    </LockedOutFrame>
  );
}
