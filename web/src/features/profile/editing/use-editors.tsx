import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import type { Edit, EditorName, EditorProps, OnEdit } from './editing.ts';

const parts = {
  pictures: () => import('./dialogs/picture-dialog.tsx'),
  update: () => import('./update-profile.tsx'),
  intro: () => import('./update-intro.tsx'),
  bio: () => import('./update-bio.tsx'),
  links: () => import('../showcase/links-dialog.tsx'),
  goals: () => import('./dialogs/goal-dialog.tsx'),
  skills: () => import('./dialogs/skill-dialog.tsx'),
  educations: () => import('./dialogs/education-dialog.tsx'),
  experiences: () => import('./dialogs/experience-dialog.tsx'),
};

const UpdateProfile = lazyPart(async () => (await parts.update()).UpdateProfile);

const editors: Record<EditorName, ComponentType<EditorProps>> = {
  cover: lazyPart(async () => (await parts.pictures()).EditCoverImage),
  image: lazyPart(async () => (await parts.pictures()).EditProfileImage),
  profile: (props) => <UpdateProfile section="profile" {...props} />,
  intro: lazyPart(async () => (await parts.intro()).UpdateIntro),
  bio: lazyPart(async () => (await parts.bio()).UpdateBio),
  links: lazyPart(async () => (await parts.links()).LinksDialog),
  goals: lazyPart(async () => (await parts.goals()).GoalDialog),
  skills: lazyPart(async () => (await parts.skills()).SkillDialog),
  educations: lazyPart(async () => (await parts.educations()).EducationDialog),
  experiences: lazyPart(async () => (await parts.experiences()).ExperienceDialog),
};

/** Loads the dialogs once the page is idle, so that each opens without delay. */
function usePreloaded() {
  useEffect(() => {
    const fetchAll = () => void Promise.allSettled(Object.values(parts).map((load) => load()));
    const waiting = globalThis.requestIdleCallback?.(fetchAll);
    return () => {
      if (waiting !== undefined) cancelIdleCallback(waiting);
    };
  }, []);
}

/** Focuses the heading of the section if the button that opened the dialog is gone. */
function focusSection({ editor }: Edit): void {
  const { activeElement, body } = document;
  const main = document.getElementById('main');
  const lost = !activeElement || activeElement === body || activeElement === main;
  if (!lost && !activeElement.closest('dialog:not([open])')) return;
  const heading = document.querySelector<HTMLElement>(`[data-section="${editor}"]`);
  (heading ?? main)?.focus();
}

/** The dialogs that edit the viewer's own profile, one at a time; each opening starts from the current values. */
export function useEditors(): { edit: OnEdit; editors: ReactNode } {
  usePreloaded();
  const { shown, show, close } = useDialog<Edit>();
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current && shown && !shown.open) focusSection(shown.of);
    opened.current = shown?.open ?? false;
  }, [shown]);
  if (!shown) return { edit: show, editors: null };
  const { editor, id, focus } = shown.of;
  const Editor = editors[editor];
  return {
    edit: show,
    editors: <Editor key={shown.key} open={shown.open} onClose={close} id={id} focus={focus} onEdit={show} />,
  };
}
