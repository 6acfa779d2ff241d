import { defineMessages } from '@afterhours/contract/base/message';
import type { WebinarState } from '@afterhours/contract/constants/webinars';
import CirclePlay from 'lucide-react/icons/circle-play';
import DoorOpen from 'lucide-react/icons/door-open';
import { t } from '#lib/text/translate.ts';
import type { ButtonLook } from '#ui/buttons/button-class.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { words } from '#ui/text/words.ts';

const texts = defineMessages('payments.link', {
  join: 'Join',
  over: 'After the webinar',
  recording: 'Watch the recording',
});

type JoinLinkProps = Pick<ButtonLook, 'variant'> & {
  postId: string;
  /** The webinar's title, in a list of webinars. */
  title?: string | undefined;
  state?: WebinarState | undefined;
  /** True if there is a recording. */
  recorded?: boolean;
};

/**
 * Links to the page that opens the webinar at its start, in a tab of its own because that page leads away from here,
 * and shows the recording afterwards. It is the primary button while the webinar runs.
 */
export function JoinLink(props: JoinLinkProps) {
  const { postId, title, state, recorded = false, variant = state === 'begun' ? 'primary' : 'secondary' } = props;
  const after = recorded ? texts.recording : texts.over;
  const over = state === 'over';
  const action = t(over ? after : texts.join);
  return (
    <ButtonLink
      to={`/w/${postId}/join`}
      target={over ? undefined : '_blank'}
      icon={over && recorded ? CirclePlay : DoorOpen}
      variant={variant}
      aria-label={title && t(words.ofRow, { action, row: title })}
    >
      {action}
    </ButtonLink>
  );
}
