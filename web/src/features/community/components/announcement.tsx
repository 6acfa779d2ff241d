import { useState } from 'react';
import { announcement } from '#lib/browser/site-texts.ts';
import { browserStorage } from '#lib/browser/storage.ts';
import { Banner } from '#ui/feedback/banner.tsx';

/** Stores the announcement that was dismissed in this browser; a new one is shown again. */
const KEY = 'announcement-read';

function Shown({ text }: { text: string }) {
  const [read, setRead] = useState(() => browserStorage.get(KEY));
  if (read === text) return null;
  const dismiss = () => {
    browserStorage.set(KEY, text);
    setRead(text);
  };
  return (
    <Banner tone="lamp" onDismiss={dismiss}>
      <span dir="auto">{text}</span>
    </Banner>
  );
}

/** The owners' announcement, until the member dismisses it. */
export const Announcement = () => announcement && <Shown text={announcement} />;
