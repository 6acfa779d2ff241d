import { defineMessages } from '@afterhours/contract/base/message';
import type { Person } from '@afterhours/contract/people/people';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { unmute } from '../mute-commands.ts';
import { selectIsMuted } from '../mutes-slice.ts';
import styles from './muted-list.module.css';

const texts = defineMessages('mutes.note', {
  muted: 'You muted {name}: their posts stay out of your feeds.',
  unmute: 'Unmute',
});

/** A note on the profile of a muted member, with a button to unmute. */
export function MutedNote({ person }: { person: Person }) {
  const dispatch = useAppDispatch();
  const muted = useAppSelector((state) => selectIsMuted(state, 'member', person._id));
  if (!muted) return null;
  return (
    <p className={styles.note}>
      {t(texts.muted, { name: person.firstName })}{' '}
      <Button size="small" onClick={() => void dispatch(unmute({ kind: 'member', value: person._id }))}>
        {t(texts.unmute)}
      </Button>
    </p>
  );
}
