import { defineMessages } from '@afterhours/contract/base/message';
import type { WebinarState } from '@afterhours/contract/constants/webinars';
import DoorOpen from 'lucide-react/icons/door-open';
import { t } from '#lib/text/translate.ts';
import type { ButtonLook } from '#ui/buttons/button-class.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';

const texts = defineMessages('payments.link', {
  join: 'Join',
  over: 'After the webinar',
});

type JoinLinkProps = { postId: string; state?: WebinarState | undefined } & Pick<ButtonLook, 'variant'>;

/** Leads to the page that opens the webinar when it is time, and has the recording afterwards. It is lit meanwhile. */
export function JoinLink({ postId, state, variant = state === 'begun' ? 'primary' : 'secondary' }: JoinLinkProps) {
  return (
    <ButtonLink to={`/w/${postId}/join`} icon={DoorOpen} variant={variant}>
      {t(state === 'over' ? texts.over : texts.join)}
    </ButtonLink>
  );
}
