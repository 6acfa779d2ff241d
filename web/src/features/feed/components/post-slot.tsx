import {
  type FocusEvent,
  type MouseEvent,
  memo,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { selectPerson } from '#entities/people/user-slice.ts';
import { selectPost } from '#entities/posts/posts-slice.ts';
import { PostCard } from '#features/posts/components/post-card.tsx';
import { useAppSelector } from '#lib/store.ts';
import { type CardWindow, readHeight } from '../card-window.ts';
import { drawSlot } from '../post-slots.ts';

type PostSlotProps = {
  id: string;
  /** Whether this is the first post of the page. */
  priority: boolean;
  /** Whether the card is rendered at once; others are rendered as they come near. */
  eager: boolean;
  cards: CardWindow;
};

/** The height before the first render; the card is far below the viewport then, so nobody sees it grow. */
const ESTIMATE_PX = 320;

// A distant post's text is in the page only if the browser can search hidden content.
const findable = typeof document !== 'undefined' && 'onbeforematch' in document.documentElement;

/** The text for find-in-page while the card is not rendered. */
function FarText({ id }: { id: string }) {
  const post = useAppSelector((state) => selectPost(state, id));
  const author = useAppSelector((state) => selectPerson(state, post?.user_id ?? ''));
  if (!post) return null;
  return [author?.firstName, author?.lastName, post.title, post.description].filter(Boolean).join(' ');
}

/** Keeps the card rendered while it, or a dialog opened from it, has the focus. */
function useFocusWithin() {
  const [within, setWithin] = useState(false);
  return {
    within,
    handlers: {
      onFocus: () => setWithin(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        // When the tab loses the focus, the active element of the page stays the same.
        const stays = currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement);
        if (!stays) setWithin(false);
      },
    },
  };
}

/** A post's slot in a list: its card while near, otherwise an empty box of the same height. */
export const PostSlot = memo(function PostSlot({ id, priority, eager, cards }: PostSlotProps) {
  const slot = useRef<HTMLDivElement>(null);
  // The slot's height while it is far; null while near.
  const [far, setFar] = useState(() =>
    priority || !cards.watches ? null : (readHeight(id) ?? (eager ? null : ESTIMATE_PX)),
  );
  const [opened, setOpened] = useState(false);
  const focus = useFocusWithin();
  const drawn = far === null || opened || focus.within;

  useEffect(() => {
    const element = slot.current;
    if (!element) return undefined;
    const draw = () => flushSync(() => setFar(null));
    // Found by the browser's search, or needed for a key or a link.
    for (const name of ['beforematch', drawSlot]) element.addEventListener(name, draw);
    // A screen ahead there is time, so rendering yields to scrolling.
    const stop = cards.observe(element, id, (near, height) => startTransition(() => setFar(near ? null : height)));
    return () => {
      stop();
      for (const name of ['beforematch', drawSlot]) element.removeEventListener(name, draw);
    };
  }, [cards, id]);

  useLayoutEffect(() => {
    if (!drawn && findable) slot.current?.setAttribute('hidden', 'until-found');
    else slot.current?.removeAttribute('hidden');
  }, [drawn]);

  const onClickCapture = (event: MouseEvent) => {
    if (!(event.target as Element).closest('button, summary')) return;
    setOpened(true);
    cards.keepOpen(id, () => setOpened(false));
  };
  return (
    // The controls are inside; this element only observes their events.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      ref={slot}
      data-slot={id}
      data-row={id}
      style={drawn ? undefined : { height: far }}
      onClickCapture={onClickCapture}
      {...focus.handlers}
    >
      {drawn ? <PostCard id={id} priority={priority} /> : findable && <FarText id={id} />}
    </div>
  );
});
