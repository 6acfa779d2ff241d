import { defineMessages } from '@afterhours/contract/base/message';
import type { Person } from '@afterhours/contract/people/people';
import Eye from 'lucide-react/icons/eye';
import Share2 from 'lucide-react/icons/share-2';
import { profileAddress } from '#entities/people/profile-path.ts';
import { noteProfileShared } from '#entities/people/sharing/profile-shared.ts';
import { openAsGuest } from '#lib/browser/guest-view.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu, type MenuItem } from '#ui/menus/menu.tsx';
import { sharingItems } from '#ui/menus/sharing-items.ts';
import { words } from '#ui/text/words.ts';

const texts = defineMessages('profile.share', {
  share: 'Share this profile',
});

type Shared = Pick<Person, '_id' | 'firstName' | 'lastName' | 'username'>;

export const sharingOf = (person: Shared, onShared?: () => void) =>
  sharingItems(profileAddress(person), fullName(person), onShared);

/**
 * The menu to share a profile, if no larger menu includes it; on the viewer's own profile also to view it as a guest.
 */
export function ShareMenu({ person, mine = false }: { person: Shared; mine?: boolean }) {
  const path = profileAddress(person);
  const asGuest: MenuItem = { label: t(words.viewAsGuest), icon: Eye, onSelect: () => openAsGuest(path) };
  return (
    <Menu
      label={t(texts.share)}
      items={mine ? [asGuest, ...sharingOf(person, () => noteProfileShared(person._id))] : sharingOf(person)}
      renderTrigger={(props) => <IconButton {...props} icon={Share2} label={t(texts.share)} />}
    />
  );
}
