import Bookmark from 'lucide-react/icons/bookmark';
import Heart from 'lucide-react/icons/heart';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Tooltip } from '#ui/overlays/tooltip.tsx';
import { Kbd } from '#ui/text/kbd.tsx';
import { Section } from './section.tsx';
import styles from './ui-page.module.css';

const variants = ['primary', 'secondary', 'quiet', 'settled', 'danger'] as const;

export function ActionsSection() {
  const [liked, setLiked] = useState(true);
  return (
    <Section title="Actions">
      {(['medium', 'small'] as const).map((size) => (
        <div key={size} className={styles.row}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {variant}
            </Button>
          ))}
          <Button variant="primary" size={size} icon={Pencil}>
            With icon
          </Button>
          <Button variant="primary" size={size} loading>
            Saving changes
          </Button>
          <Button size={size} loading>
            Loading
          </Button>
          <Button size={size} disabled>
            Disabled
          </Button>
          <ButtonLink to="?" size={size}>
            A link
          </ButtonLink>
        </div>
      ))}
      <div className={styles.row}>
        <IconButton icon={Heart} label="Like" pressed={liked} onClick={() => setLiked(!liked)}>
          {liked ? '1,235' : '1,234'}
        </IconButton>
        <IconButton icon={Bookmark} label="Bookmark" pressed={false} />
        <IconButton icon={Trash} label="Delete" disabled />
        <Tooltip text="Changes your public profile at once">
          <Button icon={Pencil}>Hover or focus me</Button>
        </Tooltip>
        <TextLink to="?">Text link</TextLink>
        <TextLink to="?" bare>
          Bare link
        </TextLink>
        <span>
          <Kbd>n</Kbd> new post <Kbd>?</Kbd> all keys
        </span>
        <Spinner />
      </div>
      <Spinner width={96} label="Loading colleagues" />
    </Section>
  );
}
