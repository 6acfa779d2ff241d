import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';

const UPLOAD_PATH = '/post/uploadFile';
const UPLOAD = `POST ${UPLOAD_PATH}`;

/** Returns the calls except uploads, and those for the draft, which the composer saves automatically. */
const besideDrafts = (requests: readonly { path: string; body?: unknown }[]) =>
  requests.filter(({ path }) => !path.startsWith('/drafts') && path !== UPLOAD_PATH);

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(9), firstName: 'Tess' })));

describe('A picture that failed to upload', () => {
  async function compose(status = 0) {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:preview' }));
    const requests = serve({
      [UPLOAD]: status === 0 ? 'unreachable' : fail(status, 'This file is damaged.'),
      'POST /post/create': ok(buildPost()),
    });
    const { Composer } = await import('./composer.tsx');
    const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
    await user.type(screen.getByLabelText(/Description/), 'With a picture');
    const file = new File(['x'], 'bowl.jpg', { type: 'image/jpeg' });
    await user.upload(screen.getByLabelText('Pictures to add'), file);
    await screen.findByText(/bowl.jpg:/);
    return { user, requests };
  }
  const press = (name: string) => screen.getByRole('button', { name });

  it('is not left out silently: publishing asks, and Try again uploads it again', async () => {
    const { user, requests } = await compose();
    expect(press('Try bowl.jpg again')).toBeTruthy();
    await user.click(press('Publish'));
    expect(screen.getByRole('alertdialog', { name: '1 picture did not upload' })).toBeTruthy();
    await user.click(press('Try again'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await screen.findByText(/bowl.jpg:/);
    expect(besideDrafts(requests)).toHaveLength(0);
    await user.click(press('Publish'));
    await user.click(press('Publish without it'));
    await waitFor(() => expect(besideDrafts(requests)).toHaveLength(1));
    expect(besideDrafts(requests)[0]?.body).toMatchObject({ description: 'With a picture', filenames: [] });
    await act(async () => undefined);
  });
  it('keeps the focus in its row when it is uploaded again', async () => {
    const { user } = await compose();
    const row = press('Try bowl.jpg again').closest('li');
    press('Try bowl.jpg again').focus();
    await user.keyboard('{Enter}');
    await screen.findByText(/bowl.jpg:/);
    expect(row?.contains(document.activeElement)).toBe(true);
    await act(async () => undefined);
  });
  it('because it is damaged shows the reason and offers no retry', async () => {
    const { user } = await compose(422);
    expect(screen.getByText('bowl.jpg: This file is damaged.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
    await user.click(press('Publish'));
    expect(press('Go back')).toBeTruthy();
  });
});

describe('Pictures in the composer', () => {
  const picture = (name: string) => new File(['x'], name, { type: 'image/png' });

  function buildUploads() {
    let count = 0;
    return () => {
      count += 1;
      const name = `stored${count}.jpg`;
      const stored = { filename: name, url: `/${name}`, width: 1, height: 1, placeholder: '', filetype: 'image' };
      return ok({ filename: name, filenames: [name], files: [stored] });
    };
  }

  async function compose() {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:preview' }));
    const requests = serve({ [UPLOAD]: buildUploads(), 'POST /post/create': ok(buildPost()) });
    const { Composer } = await import('./composer.tsx');
    const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
    await user.type(screen.getByLabelText(/Description/), 'In order');
    return { user, requests };
  }

  it('are moved with the arrow keys, and published in their new order', async () => {
    const { user, requests } = await compose();
    await user.upload(screen.getByLabelText('Pictures to add'), ['a.png', 'b.png', 'c.png'].map(picture));
    await screen.findByLabelText('Describe c.png');
    screen.getByRole('button', { name: /Move c.png, picture 3 of 3/ }).focus();
    await user.keyboard('{ArrowUp}');
    await user.keyboard('{ArrowUp}');
    expect(screen.getByText('c.png is now picture 1 of 3.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(besideDrafts(requests)).toHaveLength(1));
    expect(besideDrafts(requests)[0]?.body).toMatchObject({ filenames: ['stored3.jpg', 'stored1.jpg', 'stored2.jpg'] });
    await act(async () => undefined);
  });
  it('pass the focus on when they are removed: to the next one, then to the button that adds more', async () => {
    const { user } = await compose();
    await user.upload(screen.getByLabelText('Pictures to add'), ['a.png', 'b.png'].map(picture));
    await screen.findByLabelText('Describe b.png');
    const focused = () => document.activeElement;
    await user.click(screen.getByRole('button', { name: 'Remove a.png' }));
    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Remove b.png' })));
    await user.click(screen.getByRole('button', { name: 'Remove b.png' }));
    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Add pictures' })));
  });
  it('can be dropped on the form; what is no picture is refused', async () => {
    await compose();
    const files = [picture('a.png'), new File(['x'], 'b.pdf', { type: 'application/pdf' })];
    fireEvent.drop(screen.getByLabelText(/Description/), { dataTransfer: { types: ['Files'], files } });
    expect(await screen.findByLabelText('Describe a.png')).toBeTruthy();
    expect(screen.getByText(/^b.pdf: Please choose an image/)).toBeTruthy();
    await act(async () => undefined);
  });
  it('are not taken by a job, and text is dropped as usual: the page is not left for the file', async () => {
    const { user } = await compose();
    const area = screen.getByLabelText(/Description/);
    expect(fireEvent.drop(area, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true);
    await user.click(screen.getByRole('radio', { name: /^Job/ }));
    const dataTransfer = { types: ['Files'], files: [picture('a.png')], dropEffect: 'copy' };
    const job = await screen.findByLabelText(/Description/);
    expect(fireEvent.dragOver(job, { dataTransfer })).toBe(false);
    expect(fireEvent.drop(job, { dataTransfer })).toBe(false);
    await user.click(screen.getByRole('radio', { name: /^Post/ }));
    expect(screen.queryByText(/a\.png/)).toBeNull();
  });
  it('show why an empty file is not uploaded', async () => {
    const { user, requests } = await compose();
    await user.upload(screen.getByLabelText('Pictures to add'), new File([], 'a.png', { type: 'image/png' }));
    expect(await screen.findByText('a.png: This file is empty.')).toBeTruthy();
    expect(requests.some(({ path }) => path === UPLOAD_PATH)).toBe(false);
    await act(async () => undefined);
  });
  it('keep a pasted description that is too long: publishing marks it, and waits until it is shortened', async () => {
    const { user, requests } = await compose();
    await user.upload(screen.getByLabelText('Pictures to add'), ['a.png', 'b.png'].map(picture));
    const description = await screen.findByLabelText('Describe b.png');
    await user.click(description);
    await user.paste(`A kiln\nwith its door open${'.'.repeat(480)}`);
    expect(description).toHaveProperty('value', `A kiln with its door open${'.'.repeat(480)}`);
    expect(screen.getByText('5 too many')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(document.activeElement).toBe(description);
    expect(description.getAttribute('aria-invalid')).toBe('true');
    expect(besideDrafts(requests)).toHaveLength(0);
    await user.keyboard('{End}{Backspace>5/}');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(besideDrafts(requests)).toHaveLength(1));
    expect(besideDrafts(requests)[0]?.body).toMatchObject({
      alts: ['', `A kiln with its door open${'.'.repeat(475)}`],
    });
    await act(async () => undefined);
  });
  it('can be pasted into a post, but not into a job', async () => {
    const { user } = await compose();
    const clipboard = { files: [picture('pasted.png')], items: [], types: [], getData: () => '' };
    await user.click(screen.getByLabelText(/Description/));
    await user.paste(clipboard as unknown as DataTransfer);
    expect(await screen.findByLabelText('Describe pasted.png')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Job' }));
    await user.click(screen.getByLabelText(/Description/));
    await user.paste(clipboard as unknown as DataTransfer);
    await user.click(screen.getByRole('radio', { name: 'Post' }));
    expect(screen.getAllByLabelText(/^Describe/)).toHaveLength(1);
  });
});

it('While pictures are uploading, the browser asks before the page is left', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:preview' }));
  serve({ [UPLOAD]: () => deferred<FakeResponse>().promise });
  const { Composer } = await import('./composer.tsx');
  const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  const isAsking = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsking()).toBe(false);
  const file = new File(['x'], 'bowl.jpg', { type: 'image/jpeg' });
  await user.upload(screen.getByLabelText('Pictures to add'), file);
  await waitFor(() => expect(isAsking()).toBe(true));
  await user.click(screen.getByRole('button', { name: 'Cancel bowl.jpg' }));
  await waitFor(() => expect(isAsking()).toBe(false));
});
