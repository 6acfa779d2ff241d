import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { Edit, EditorName, OnEdit } from './editing.ts';

export type EditorProps = {
  open: boolean;
  onClose: () => void;
  /** The entry to change; a new one without it. */
  id?: string | undefined;
};

const pictures = () => import('./components/picture-dialog.tsx');
const UpdateProfile = lazy(async () => ({
  default: (await import('./components/update-profile.tsx')).UpdateProfile,
}));

const editors: Record<EditorName, ComponentType<EditorProps>> = {
  cover: lazy(async () => ({ default: (await pictures()).EditCoverImage })),
  image: lazy(async () => ({ default: (await pictures()).EditProfileImage })),
  profile: (props) => <UpdateProfile section="profile" {...props} />,
  general: (props) => <UpdateProfile section="general" {...props} />,
  intro: lazy(async () => ({ default: (await import('./components/update-intro.tsx')).UpdateIntro })),
  bio: lazy(async () => ({ default: (await import('./components/update-bio.tsx')).UpdateBio })),
  goals: lazy(async () => ({ default: (await import('./components/goal-dialog.tsx')).GoalDialog })),
  skills: lazy(async () => ({ default: (await import('./components/skill-dialog.tsx')).SkillDialog })),
  educations: lazy(async () => ({ default: (await import('./components/education-dialog.tsx')).EducationDialog })),
  experiences: lazy(async () => ({ default: (await import('./components/experience-dialog.tsx')).ExperienceDialog })),
};

/** The button that opened the dialog may be gone with what it changed: the heading of that part takes the focus then. */
function focusSection({ editor }: Edit): void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body && !activeElement.closest('dialog:not([open])')) return;
  const heading = document.querySelector<HTMLElement>(`[data-section="${editor}"]`);
  (heading ?? document.getElementById('main'))?.focus();
}

/** The dialogs that change the own profile, one at a time; each begins anew when it is opened. */
export function useEditors(): { edit: OnEdit; editors: ReactNode } {
  const [current, setCurrent] = useState<(Edit & { turn: number; open: boolean }) | null>(null);
  const edit: OnEdit = (next) => setCurrent({ ...next, turn: (current?.turn ?? 0) + 1, open: true });
  const close = () => setCurrent((held) => held && { ...held, open: false });
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current && current && !current.open) focusSection(current);
    opened.current = current?.open ?? false;
  }, [current]);
  if (!current) return { edit, editors: null };
  const Editor = editors[current.editor];
  return {
    edit,
    editors: (
      <Suspense fallback={null}>
        <Editor key={current.turn} open={current.open} onClose={close} id={current.id} />
      </Suspense>
    ),
  };
}
