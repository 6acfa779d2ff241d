/** Test helper: opens the profile's edit dialogs over a profile that has a goal and an experience. */
// The profile page loads the slices before any dialog.
import '#features/profile/goal-slice.ts';
import '#features/profile/profile-slice.ts';
import type { Showcase } from '@afterhours/contract/profile/showcase';
import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { contentReceived } from '#features/profile/content.ts';
import type { EditorName } from '#features/profile/editing/editing.ts';
import { useEditors } from '#features/profile/editing/use-editors.tsx';
import { showcaseReceived } from '#features/profile/showcase/showcase-slice.ts';
import { buildExperience, buildGoal, buildOwnUser } from '#testing/build.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';

export const me = buildOwnUser({ phone: '1234567890', dob: '03-04-1991', gender: 'female', country: 'Portugal' });
export const experience = buildExperience(1);
export const goal = buildGoal(1);

function Opener({ editor, id }: { editor: EditorName; id?: string }) {
  const { edit, editors } = useEditors();
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => edit({ editor, ...(id ? { id } : {}) })}>
        Open
      </button>
      {editors}
      <Toaster />
    </main>
  );
}

/** Opens a dialog over a profile that has a goal and an experience. */
export async function openEditor(editor: EditorName, id?: string, stored = experience, showcase?: Showcase) {
  const page = renderAt('/Profile', (store) => {
    const content = { bio: 'Clay.', goals: [goal], skills: [], educations: [], experiences: [stored] };
    store.dispatch(contentReceived({ userId: me._id, content }));
    if (showcase) store.dispatch(showcaseReceived({ userId: me._id, showcase }));
    return <Opener editor={editor} {...(id ? { id } : {})} />;
  });
  await page.user.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = await screen.findByRole('dialog');
  const save = () => page.user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const fill = async (label: RegExp, text: string) => {
    const field = within(dialog).getByLabelText(label);
    await page.user.clear(field);
    if (text) await page.user.type(field, text);
  };
  const enterMonth = async (label: string, month: string, year: string) => {
    await page.user.selectOptions(within(dialog).getByLabelText(`${label}: month`), month);
    const field = within(dialog).getByLabelText(`${label}: year`);
    await page.user.clear(field);
    await page.user.type(field, year);
  };
  return { ...page, dialog, save, closed, fill, enterMonth };
}

export const errorsOf = (dialog: HTMLElement) =>
  Object.fromEntries(
    [...dialog.querySelectorAll<HTMLInputElement>('[name][aria-invalid="true"]')].map((field) => [
      field.name,
      document.getElementById(`${field.id}-error`)?.textContent,
    ]),
  );

/** Returns the calls except loads: a list from another test may still reload itself. */
export const writesOf = <Call extends { method: string }>(requests: readonly Call[]) =>
  requests.filter(({ method }) => method !== 'GET');
