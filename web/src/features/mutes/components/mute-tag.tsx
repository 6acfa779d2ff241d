import { defineMessages } from '@afterhours/contract/base/message';
import VolumeX from 'lucide-react/icons/volume-x';
import { useEffect } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { loadMutes, muteFromMenu, unmute } from '../mute-commands.ts';
import { selectIsMuted } from '../mutes-slice.ts';

const texts = defineMessages('mutes.tag', {
  mute: 'Mute this hashtag',
  unmute: 'Unmute this hashtag',
});

/** Mutes or unmutes a hashtag; for members. */
export function MuteTag({ tag }: { tag: string }) {
  const dispatch = useAppDispatch();
  const isMember = useAppSelector(selectOwnUser) !== null;
  const muted = useAppSelector((state) => selectIsMuted(state, 'tag', tag));
  useEffect(() => {
    if (isMember) void dispatch(loadMutes());
  }, [dispatch, isMember]);
  if (!isMember) return null;
  const named = { kind: 'tag', value: tag } as const;
  return (
    <div>
      <Button
        size="small"
        icon={VolumeX}
        onClick={() => void (muted ? dispatch(unmute(named)) : dispatch(muteFromMenu(named, tag)))}
      >
        {t(muted ? texts.unmute : texts.mute)}
      </Button>
    </div>
  );
}
