import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import '#lib/forms/input-method.ts';
import { idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { CompletingTextArea } from './completing-text-area.tsx';

const PEOPLE = 'GET /people/complete';
const TAGS = 'GET /hashtag/getAllHashtags';
const tags = ['kiln', 'kindling'].map((title, at) => ({ _id: idOf(500 + at), title, postsCount: 3 }));
const people = [
  { _id: idOf(1), firstName: 'José', lastName: 'Lima', username: 'jose.l', image: null },
  { _id: idOf(2), firstName: 'Mei', lastName: 'Joss', username: 'mei_j', image: null },
];

function Writing({ onEnter }: { onEnter: () => void }) {
  const [text, setText] = useState('');
  return (
    <CompletingTextArea
      label="Text"
      value={text}
      onValue={setText}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={({ key }) => key === 'Enter' && onEnter()}
    />
  );
}

function write() {
  const entered: string[] = [];
  const { user } = renderAt('/home', () => <Writing onEnter={() => entered.push('enter')} />);
  return { user, entered, field: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }) };
}
const options = () => screen.findAllByRole('option');

it('An @ suggests members; arrow keys choose, Enter inserts without submitting, the focus stays', async () => {
  const requests = serve({ [PEOPLE]: ok(people) });
  const { user, entered, field } = write();
  await user.type(field, 'With @jo');
  expect((await options()).map(({ textContent }) => textContent)).toEqual(['JJosé Lima@jose.l', 'MMei Joss@mei_j']);
  // On a slow machine, the letters before the last are requests of their own.
  expect(requests.at(-1)?.search.get('q')).toBe('jo');
  await user.keyboard('{ArrowDown}');
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('@mei_j');
  await user.keyboard('{Enter}');
  expect(field.value).toBe('With @mei_j ');
  expect(entered).toEqual([]);
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field.hasAttribute('aria-activedescendant')).toBe(false);
  await user.keyboard('{Enter}');
  expect(entered).toEqual(['enter']);
});

it('A # followed by a letter suggests hashtags, which Tab and a click insert', async () => {
  serve({ [TAGS]: ok(tags, { page: 1, limit: 6, nextCursor: null }) });
  const { user, field } = write();
  await user.type(field, 'At #ki');
  expect(await options()).toHaveLength(2);
  await user.keyboard('{Tab}');
  expect(field.value).toBe('At #kiln ');
  await user.type(field, 'and #ki');
  const [, second] = await options();
  await user.hover(second!);
  expect(screen.getByRole('option', { selected: true })).toBe(second);
  await user.click(second!);
  expect(field.value).toBe('At #kiln and #kindling ');
});

it('Escape closes the suggestions, and the next letter opens them again', async () => {
  serve({ [PEOPLE]: ok(people) });
  const { user, field } = write();
  await user.type(field, '@j');
  await options();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('o');
  expect(await options()).toHaveLength(2);
  await user.tab({ shift: true });
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
});

it('A sign alone, an email address, and an unfinished input method composition suggest nothing', async () => {
  const requests = serve({ [PEOPLE]: ok(people) });
  const { field } = write();
  act(() => field.focus());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const value of ['@', '@ #', '@ # ana@jo', '@jo']) {
    fireEvent.input(field, { target: { value }, isComposing: value === '@jo' });
    act(() => void vi.runAllTimers());
  }
  vi.useRealTimers();
  expect(requests).toEqual([]);
  fireEvent.compositionEnd(field);
  expect(await options()).toHaveLength(2);
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(field.value).toBe('@jo');
});

it('A late response never replaces a newer one, and after a failure the matching suggestions stay', async () => {
  const late = Promise.withResolvers<ReturnType<typeof ok>>();
  const requests = serve({
    [PEOPLE]: ({ search }) => (search.get('q') === 'j' ? late.promise : ok(people.slice(1))),
  });
  const { user, field } = write();
  await user.type(field, '@j');
  await waitFor(() => expect(requests).toHaveLength(1));
  await user.keyboard('o');
  expect(await options()).toHaveLength(1);
  late.resolve(ok(people));
  await act(() => late.promise);
  expect(await options()).toHaveLength(1);
  const failed = serve({ [PEOPLE]: 'unreachable' });
  await user.keyboard('s');
  await waitFor(() => expect(failed).toHaveLength(1));
  await user.keyboard('{Tab}');
  expect(field.value).toBe('@mei_j ');
  await user.type(field, '@x');
  await waitFor(() => expect(failed).toHaveLength(2));
  expect(screen.queryByRole('listbox')).toBeNull();
});
