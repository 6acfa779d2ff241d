import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(9), firstName: 'Tess' })));

it('The composer keeps an unsent draft, and publishes what the type needs', async () => {
  const { Composer } = await import('./composer.tsx');
  const asked = serve({ 'POST /post/create': ok(buildPost()) });
  const first = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  await first.user.selectOptions(screen.getByLabelText(/Type/), 'webinar');
  // The host learns what guests pay.
  expect(screen.getByText(/Joining costs \$10\.00\./)).toBeTruthy();
  await first.user.type(screen.getByLabelText(/Description/), 'Evening class');
  first.unmount();
  const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Description/).value).toBe('Evening class');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(screen.getByText('Please enter a title')).toBeTruthy();
  expect(screen.getByText('Please enter a link that starts with http:// or https://')).toBeTruthy();
  await user.type(screen.getByLabelText(/Title/), 'Class');
  await user.type(screen.getByLabelText(/Link/), 'https://meet.example.com');
  // From any field.
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(localStorage.getItem(`draft:post:${idOf(9)}`)).toBeNull());
  expect(asked[0]?.body).toMatchObject({ postType: 'webinar', title: 'Class', link: 'https://meet.example.com' });
  await act(async () => undefined);
});

describe('A picture that did not upload', () => {
  class FailingUpload extends EventTarget {
    upload = new EventTarget();
    status = 0;
    responseText = '';
    open() {}
    setRequestHeader() {}
    getResponseHeader = () => null;
    abort() {}
    send() {
      this.dispatchEvent(new Event(uploadOutcome));
    }
  }
  let uploadOutcome: 'error' | 'load' = 'error';

  async function compose(status = 0) {
    uploadOutcome = status === 0 ? 'error' : 'load';
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends FailingUpload {
        override status = status;
        override responseText = JSON.stringify({ status, success: false, message: 'This file is damaged.' });
      },
    );
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:preview' }));
    const asked = serve({ 'POST /post/create': ok(buildPost()) });
    const { Composer } = await import('./composer.tsx');
    const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
    await user.type(screen.getByLabelText(/Description/), 'With a picture');
    const file = new File(['x'], 'bowl.jpg', { type: 'image/jpeg' });
    await user.upload(screen.getByLabelText('Pictures to add'), file);
    await screen.findByText(/bowl.jpg:/);
    return { user, asked };
  }
  const press = (name: string) => screen.getByRole('button', { name });

  it('is not left out silently: publishing asks, and Try again sends it again', async () => {
    const { user, asked } = await compose();
    expect(press('Try bowl.jpg again')).toBeTruthy();
    await user.click(press('Publish'));
    expect(screen.getByRole('alertdialog', { name: '1 picture did not upload' })).toBeTruthy();
    await user.click(press('Try again'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await screen.findByText(/bowl.jpg:/);
    expect(asked).toHaveLength(0);
    await user.click(press('Publish'));
    await user.click(press('Publish without it'));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.body).toMatchObject({ description: 'With a picture', filenames: [] });
    await act(async () => undefined);
  });
  it('and never will, being damaged, says why and offers no second try', async () => {
    const { user } = await compose(422);
    expect(screen.getByText('bowl.jpg: This file is damaged.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
    await user.click(press('Publish'));
    expect(press('Go back')).toBeTruthy();
  });
});

it('A draft of a post is discarded after asking', async () => {
  const { Composer } = await import('./composer.tsx');
  serve({});
  const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  expect(screen.queryByRole('button', { name: 'Discard draft' })).toBeNull();
  await user.type(screen.getByLabelText(/Description/), 'Half a thought');
  await user.click(screen.getByRole('button', { name: 'Discard draft' }));
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Description/).value).toBe('');
  expect(localStorage.getItem(`draft:post:${idOf(9)}`)).toBeNull();
});

it('The composer asks for the type of a new post when none is chosen', async () => {
  const { Composer } = await import('./composer.tsx');
  serve({});
  const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  await user.selectOptions(screen.getByLabelText(/Type/), '');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(screen.getByText('Please select post type')).toBeTruthy();
  expect(screen.getByText('Please enter description')).toBeTruthy();
});
