import { HOUR_MS } from '@afterhours/contract/base/durations';
import Bookmark from 'lucide-react/icons/bookmark';
import Heart from 'lucide-react/icons/heart';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Chip } from '#ui/chips/chip.tsx';
import { CountBadge } from '#ui/chips/count-badge.tsx';
import { ToggleChip } from '#ui/chips/toggle-chip.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { Photo } from '#ui/media/photo.tsx';
import { StarsAverage } from '#ui/stars/stars-average.tsx';
import { Time } from '#ui/text/time.tsx';
import { Section } from './section.tsx';
import styles from './ui-page.module.css';

const picture =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 40"%3E' +
  '%3Crect width="64" height="40" fill="%23223"/%3E%3Cpath d="M22 20a10 10 0 0 1 20 0z" fill="%23eee"/%3E' +
  '%3Cpath d="M25 22h14l8 18H17z" fill="%23ef9f2e"/%3E%3C/svg%3E';
const threeHoursAgo = Date.now() - 3 * HOUR_MS;
const longName = 'Wolfeschlegelsteinhausenbergerdorff-Montgomery-Featherstonehaugh';

function Person({ name, profession }: { name: string; profession: string }) {
  return (
    <div className={styles.person}>
      <Avatar name={name} />
      <div>
        <TextLink to="?" bare className={styles.name}>
          {name}
        </TextLink>
        <p className={styles.meta}>{profession}</p>
      </div>
      <Button size="small">Follow</Button>
    </div>
  );
}

function PostCard() {
  const [liked, setLiked] = useState(false);
  return (
    <Card aria-label="A post" className={styles.post}>
      <div className={styles.person}>
        <Avatar name="Ines" src={picture} />
        <div>
          <TextLink to="?" bare className={styles.name}>
            Ines Carvalho
          </TextLink>
          <p className={styles.meta}>
            Ceramicist · <Time value={threeHoursAgo} />
          </p>
        </div>
      </div>
      <p>
        The kiln came up to 1,240° at half past ten, the neighbours brought bread. Forty cups, two cracked. Tomorrow the
        day job again, tonight this.
      </p>
      <Photo src={picture} placeholder={picture} width={640} height={400} alt="A lamp over a table" />
      <div className={styles.row}>
        <StarsAverage value={4.5} count={28} />
        <span className={styles.meta}>128 likes · 14 comments</span>
      </div>
      <div className={styles.actions}>
        <IconButton icon={Heart} label="Like" pressed={liked} onClick={() => setLiked(!liked)}>
          Like
        </IconButton>
        <IconButton icon={MessageCircle} label="Comment">
          Comment
        </IconButton>
        <IconButton icon={Bookmark} label="Bookmark">
          Save
        </IconButton>
      </div>
    </Card>
  );
}

export function ContentSection() {
  const [tag, setTag] = useState(true);
  return (
    <Section title="People and posts">
      <div className={styles.row}>
        {([24, 32, 44, 64, 96, 128] as const).map((size) => (
          <Avatar key={size} name="Åsa" size={size} />
        ))}
        <Avatar name="Lamp" src={picture} size={64} />
        <Avatar name="Broken" src="/no-such-picture.jpg" size={64} />
        <Avatar name="ليلى" size={64} />
        <Avatar name="" size={64} />
      </div>
      <div className={styles.row}>
        <Chip tone="lamp">Founder</Chip>
        <Chip>{longName}</Chip>
        <ToggleChip pressed={tag} onClick={() => setTag(!tag)}>
          #letterpress
        </ToggleChip>
        <ToggleChip pressed={false}>#ceramics</ToggleChip>
        <CountBadge count={3} label="unread" />
        <CountBadge count={120} label="unread" />
        <CountBadge count={42} quiet />
      </div>
      <div className={styles.grid}>
        <PostCard />
        <Card title="People you may know:" action={<TextLink to="?">See all</TextLink>} className={styles.post}>
          <Person name="Zoë Ångström" profession="Letterpress printer" />
          <Person
            name={longName}
            profession="Sound engineer, mastering, restoration of tape, and whatever else comes"
          />
          <div dir="rtl" lang="ar">
            <Person name="ليلى الحداد" profession="خطاطة" />
          </div>
        </Card>
        <div className={styles.stack}>
          <Photo src={picture} placeholder={picture} width={640} height={400} alt="A lamp over a table" />
          <Photo src="/no-such-picture.jpg" width={640} height={300} alt="Missing" />
        </div>
      </div>
    </Section>
  );
}
