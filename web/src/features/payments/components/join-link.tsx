import ExternalLink from 'lucide-react/icons/external-link';
import { type ButtonLook, buttonClass } from '#ui/buttons/button-class.ts';
import { Icon } from '#ui/text/icon.tsx';

/** Opens the webinar in a new tab. */
export function JoinLink({ href, variant }: { href: string } & Pick<ButtonLook, 'variant'>) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className={buttonClass({ variant })}>
      <Icon icon={ExternalLink} />
      Join
    </a>
  );
}
