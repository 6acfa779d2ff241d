import { useEffect, useRef } from 'react';
import { type Shared, takeShared } from '#lib/sharing/shared-content.ts';
import type { usePostForm } from '../use-post-form.ts';

type Post = Pick<ReturnType<typeof usePostForm>, 'form' | 'uploads'>;

/** Adds the content that another app has shared to the form. */
function add({ form, uploads }: Post, { text, pictures }: Shared): void {
  const { description } = form.values;
  if (text !== '') form.setValue('description', description === '' ? text : `${description}\n\n${text}`);
  if (pictures.length > 0) uploads.add(pictures);
}

/** Adds the content that another app has shared to a new post, once the form is `ready` to be changed. */
export function useSharedContent(ready: boolean, post: Post): void {
  const latest = useRef(post);
  useEffect(() => {
    latest.current = post;
  });
  useEffect(() => {
    if (!ready) return;
    // A browser without storage cannot have received a share either.
    takeShared().then(
      (shared) => shared && add(latest.current, shared),
      () => undefined,
    );
  }, [ready]);
}

/** Starts an empty post with a text, such as a hashtag, once the form is `ready` to be changed. */
export function useBeginning(ready: boolean, text: string, { form }: Pick<Post, 'form'>): void {
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    if (ready && text !== '' && latest.current.values.description === '')
      latest.current.setValue('description', `${text} `);
  }, [ready, text]);
}
