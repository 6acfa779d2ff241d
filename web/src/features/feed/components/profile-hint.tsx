import type { OwnUser } from '@afterhours/contract/account';
import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppSelector } from '#lib/store.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';

const keyOf = (userId: string): string => `profile-hint:${userId}`;

function isDismissed(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null;
  } catch {
    return false;
  }
}

/** What others look for first, as far as it is missing. */
function listMissing({ image, profession, intro_details }: OwnUser): string[] {
  return [
    ...(image ? [] : ['a picture']),
    ...(profession ? [] : ['what you do']),
    ...(intro_details ? [] : ['a sentence about you']),
  ];
}

/** What the profile of a new member lacks, beside the feed; dismissed, it does not come back in this browser. */
export function ProfileHint() {
  const user = useAppSelector(selectOwnUser);
  const [dismissed, setDismissed] = useState(false);
  const missing = user ? listMissing(user) : [];
  if (!user || missing.length === 0 || dismissed || isDismissed(user._id)) return null;
  const dismiss = () => {
    setDismissed(true);
    try {
      localStorage.setItem(keyOf(user._id), 'dismissed');
    } catch {
      // Without storage it is gone until the next reload.
    }
  };
  return (
    <Banner tone="lamp" action={<TextLink to="/Profile">Complete your profile</TextLink>} onDismiss={dismiss}>
      Your profile is missing {new Intl.ListFormat('en').format(missing)}.
    </Banner>
  );
}
