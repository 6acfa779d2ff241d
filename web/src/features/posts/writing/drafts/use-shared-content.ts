import { MAX_DRAFT } from '@afterhours/contract/posts/posts';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Shared, takeShared } from '#lib/sharing/shared-content.ts';
import type { usePostForm } from '../use-post-form.ts';
import { cutShared } from './cut-shared.ts';

type Post = Pick<ReturnType<typeof usePostForm>, 'form' | 'uploads'>;

/**
 * Adds the content that another app has shared to the form. Returns whether the text had to be cut, because it is
 * longer than a draft may be.
 */
function add({ form, uploads }: Post, { text, pictures }: Shared): boolean {
  const { description } = form.values;
  const before = description === '' ? '' : `${description}\n\n`;
  const shared = cutShared(text, MAX_DRAFT - before.length);
  if (shared !== '') form.setValue('description', `${before}${shared}`);
  if (pictures.length > 0) uploads.add(pictures);
  return shared !== text;
}

/**
 * Adds the content that another app has shared to a new post, once the form is `ready` to be changed. Returns whether
 * the shared text had to be cut.
 */
export function useSharedContent(ready: boolean, post: Post): boolean {
  const [cut, setCut] = useState(false);
  const receive = useEffectEvent((shared: Shared | null) => setCut(shared !== null && add(post, shared)));
  useEffect(() => {
    if (!ready) return;
    // A browser without storage cannot have received a share either.
    takeShared().then(
      (shared) => receive(shared),
      () => undefined,
    );
  }, [ready]);
  return cut;
}

/** Starts an empty post with a text, such as a hashtag, once the form is `ready` to be changed. */
export function useBeginning(ready: boolean, text: string, { form }: Pick<Post, 'form'>): void {
  const begin = useEffectEvent(() => {
    if (form.values.description === '') form.setValue('description', `${text} `);
  });
  useEffect(() => {
    if (ready && text !== '') begin();
  }, [ready, text]);
}
