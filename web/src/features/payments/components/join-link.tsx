import { defineMessages } from '@afterhours/contract/base/message';
import ExternalLink from 'lucide-react/icons/external-link';
import { t } from '#lib/text/translate.ts';
import { type ButtonLook, buttonClass } from '#ui/buttons/button-class.ts';
import { Icon } from '#ui/text/icon.tsx';

const texts = defineMessages('payments.link', {
  join: 'Join',
});

/** Opens the webinar in a new tab. */
export function JoinLink({ href, variant }: { href: string } & Pick<ButtonLook, 'variant'>) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className={buttonClass({ variant })}>
      <Icon icon={ExternalLink} />
      {t(texts.join)}
    </a>
  );
}
