/** The preview of the first link in a text that is being written. */
import type { askLinkCard, LinkCard } from '@afterhours/contract/posts/link-cards';
import { parseRichText } from '@afterhours/contract/posts/rich-text';
import { useEffect, useState } from 'react';
import { call } from '#lib/api/client.ts';

/** A link is looked up after this pause in typing, and again until its preview is ready. */
const PAUSE_MS = 900;
const AGAIN_MS = 800;
const TRIES = 9;

/** Returns the URL of the first link in a text. */
export function findFirstLink(text: string): string | null {
  const link = parseRichText(text).find(({ kind }) => kind === 'link');
  return link?.kind === 'link' ? link.target : null;
}

export type KnownCard = { link: string | null; card: LinkCard | null };

/** Returns a link's card as soon as it is available; a `known` card is not requested. */
export function useLinkCard(link: string | null, known: KnownCard | null): LinkCard | null {
  const [found, setFound] = useState<KnownCard | null>(null);
  const answered = [known, found].find((each) => each !== null && each.link === link);
  const missing = answered ? null : link;
  useEffect(() => {
    if (missing === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    let tries = 0;
    let timer = setTimeout(ask, PAUSE_MS);
    async function ask(): Promise<void> {
      const response = await call<typeof askLinkCard>('POST', '/link-cards', { body: { url: missing ?? '' }, signal });
      if (signal.aborted) return;
      const pending = response.ok && response.body.state === 'pending';
      tries += 1;
      if (pending && tries < TRIES) timer = setTimeout(ask, AGAIN_MS);
      else setFound({ link: missing, card: response.ok ? response.body.card : null });
    }
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [missing]);
  return link === null ? null : (answered?.card ?? null);
}
