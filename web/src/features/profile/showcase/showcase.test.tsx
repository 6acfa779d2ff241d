import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildPicture, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { me, openEditor } from '../editing/testing/editor.tsx';
import { ShowcaseSection } from './showcase-section.tsx';
import { showcaseReceived } from './showcase-slice.ts';

beforeEach(() => writeSession('abc', me));

const shop = { label: 'Shop', url: 'https://www.pots.example/shop' };
const blog = { label: 'Blog', url: 'https://blog.example' };

const renderSection = (links: (typeof shop)[], pictures = 0, onEdit?: () => void) =>
  renderAt('/Profile', (store) => {
    const showcase = { links, pictures: Array.from({ length: pictures }, (_, number) => buildPicture(number + 1)) };
    store.dispatch(showcaseReceived({ userId: me._id, showcase }));
    return <ShowcaseSection userId={me._id} onEdit={onEdit} />;
  });

describe('Things I make', () => {
  it('shows links with their host names, with `rel` set to noopener, nofollow and ugc', () => {
    renderSection([shop, blog]);
    const link = screen.getByRole('link', { name: 'Shop pots.example' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([shop.url, 'noopener nofollow ugc']);
    expect(screen.getByRole('link', { name: 'Blog blog.example' })).toBeTruthy();
  });

  it.each([
    [1, 1],
    [4, 4],
    [7, 5],
    [9, 9],
  ])('shows of %i pictures %i, each linking to its post', (count, shown) => {
    renderSection([], count);
    const pictures = within(screen.getByRole('list', { name: 'Pictures from posts' })).getAllByRole('link');
    expect(pictures).toHaveLength(shown);
    expect(pictures[0]?.getAttribute('href')).toBe(`/activities#${idOf(501)}`);
    expect(pictures[0]?.getAttribute('aria-label')).toBe('Open the post with this picture: Bowl 1');
  });

  it('shows a picture with fewer pixels than its cell in full, without enlarging it', () => {
    const small = { ...buildPicture(1), width: 100, height: 2000 };
    const { container } = renderAt('/Profile', (store) => {
      store.dispatch(showcaseReceived({ userId: me._id, showcase: { links: [], pictures: [small, buildPicture(2)] } }));
      return <ShowcaseSection userId={me._id} onEdit={undefined} />;
    });
    expect(container.querySelectorAll('[data-small]')).toHaveLength(1);
  });

  it('puts light behind dark ink on a transparent background, as posts do', () => {
    renderAt('/Profile', (store) => {
      const pictures = [{ ...buildPicture(1), placeholder: 'data:image/webp;base64,' }];
      store.dispatch(showcaseReceived({ userId: me._id, showcase: { links: [], pictures } }));
      return <ShowcaseSection userId={me._id} onEdit={undefined} />;
    });
    const picture = screen.getByRole('link', { name: /Bowl 1/ }).querySelector('img[srcset]');
    fireEvent.load(picture as Element);
    expect(picture?.className).toContain('shown');
  });

  it('is hidden from others while it is empty, and offers its owner to add a link', () => {
    const { container } = renderSection([]);
    expect(container.querySelector('section')).toBeNull();
    renderSection([], 0, () => undefined);
    expect(screen.getByRole('button', { name: 'Add a link' })).toBeTruthy();
  });
});

const openLinks = async (links: (typeof shop)[]) => {
  const opened = await openEditor('links', undefined, undefined, { links, pictures: [] });
  const field = (name: string) => within(opened.dialog).getByRole<HTMLInputElement>('textbox', { name });
  return { ...opened, field };
};

describe('The links dialog', () => {
  it('shows the errors at their fields, and sends nothing', async () => {
    const requests = serve({});
    const { user, dialog, field, save } = await openLinks([]);
    await user.type(field('Address of link 1'), 'javascript:alert(1)');
    await user.click(within(dialog).getByRole('button', { name: 'Add a link' }));
    expect(document.activeElement).toBe(field('Name of link 2'));
    await user.type(field('Name of link 2'), 'Blog');
    await save();
    expect(within(dialog).getByText('Please name the link.')).toBeTruthy();
    expect(within(dialog).getAllByText('Please enter a web address, such as https://example.com.')).toHaveLength(2);
    expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(0);
  });

  it('adds, orders and removes links, with the focus following the moved one', async () => {
    const saved = [blog, shop];
    const requests = serve({ 'PUT /profile/links': ok({ links: saved }) });
    const { user, dialog, field, save, closed } = await openLinks([shop, { label: 'Old', url: 'https://old.example' }]);
    const press = (name: string) => user.click(within(dialog).getByRole('button', { name }));
    await press('Remove link 2');
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Remove link 1' }));
    await press('Add a link');
    await user.type(field('Name of link 2'), 'Blog');
    await user.type(field('Address of link 2'), 'blog.example');
    await press('Move link 2 up');
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Move link 1 down' }));
    expect([field('Name of link 1').value, field('Name of link 2').value]).toEqual(['Blog', 'Shop']);
    await save();
    await closed();
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ links: saved });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stops at eight links', async () => {
    serve({});
    const { dialog } = await openLinks(
      Array.from({ length: 8 }, (_, number) => ({ ...shop, label: `Shop ${number}` })),
    );
    expect(within(dialog).queryByRole('button', { name: 'Add a link' })).toBeNull();
    expect(within(dialog).getByText('A profile can have at most 8 links.')).toBeTruthy();
  });
});
