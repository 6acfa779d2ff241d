/** Labels and icons for the audience of a post or profile. */
import { defineMessages } from '@afterhours/contract/base/message';
import type { PostVisibility } from '@afterhours/contract/constants/visibility';
import Globe from 'lucide-react/icons/globe';
import UserCheck from 'lucide-react/icons/user-check';
import Users from 'lucide-react/icons/users';
import type { IconShape } from '#ui/text/icon.tsx';

export const audienceTexts = defineMessages('posts.audience', {
  label: 'Who can see this',
  public: 'Everyone',
  members: 'Members',
  connections: 'My connections',
});

export const audienceIcons: Record<PostVisibility, IconShape> = {
  public: Globe,
  members: Users,
  connections: UserCheck,
};
