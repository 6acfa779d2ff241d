import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { profileVisibilities } from '@afterhours/contract/constants/visibility';
import { useSetting } from '#features/account/use-setting.ts';
import { t } from '#lib/text/translate.ts';
import { Switch } from '#ui/fields/switch.tsx';
import { SettingSelect } from './setting-select.tsx';

const texts = defineMessages('profile.visibility', {
  label: 'Who can see my profile',
  hint:
    'If it’s for members only, guests see nothing of you: no profile, no posts, no comments, and no name below a ' +
    'post.',
  public: 'Everyone, signed in or not',
  members: 'Members only',
  indexable: 'Search engines may list me',
  indexableHint:
    'This covers your profile and the posts that everyone can see. A change can take weeks to show in search results.',
  notIndexable: 'Search engines can’t see a profile that is for members only.',
});

/** Chooses who may see the member's profile, and whether search engines may list it. */
export function VisibilitySetting({ user }: { user: OwnUser }) {
  const visibility = useSetting('visibility');
  const [indexable, chooseIndexable] = useSetting('indexable');
  const isPublic = (visibility[0] ?? user.visibility) === 'public';
  return (
    <>
      <SettingSelect
        name="visibility"
        label={t(texts.label)}
        hint={t(texts.hint)}
        values={profileVisibilities}
        texts={texts}
        stored={user.visibility}
        setting={visibility}
      />
      <Switch
        name="indexable"
        label={t(texts.indexable)}
        hint={t(isPublic ? texts.indexableHint : texts.notIndexable)}
        checked={isPublic && (indexable ?? user.indexable) === true}
        disabled={!isPublic}
        aria-busy={indexable !== undefined || undefined}
        onChange={({ target }) => void chooseIndexable(target.checked)}
      />
    </>
  );
}
