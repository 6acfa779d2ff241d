import { defineMessages } from '@afterhours/contract/base/message';
import type { Person } from '@afterhours/contract/people';
import Share2 from 'lucide-react/icons/share-2';
import { profilePath } from '#entities/people/profile-path.ts';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { sharingItems } from '#ui/overlays/sharing-items.ts';

const texts = defineMessages('profile.share', {
  share: 'Share this profile',
});

type Shared = Pick<Person, '_id' | 'firstName' | 'lastName' | 'username'>;

export const sharingOf = ({ _id, firstName, lastName, username }: Shared) =>
  sharingItems(profilePath({ _id, username }), `${firstName} ${lastName}`);

/** The ways to share a profile, where there is no menu with more. */
export function ShareMenu({ person }: { person: Shared }) {
  return (
    <Menu
      label={t(texts.share)}
      items={sharingOf(person)}
      renderTrigger={(props) => <IconButton {...props} icon={Share2} label={t(texts.share)} />}
    />
  );
}
