import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Icon } from '#ui/text/icon.tsx';
import type { Edit, OnEdit } from '../editing/editing.ts';
import { selectGoals } from '../goal-slice.ts';
import { selectBio, selectEducations, selectExperiences, selectSkills } from '../profile-slice.ts';
import styles from './completeness.module.css';

const texts = defineMessages('profile.completeness', {
  title: 'Complete your profile',
  count: '{done} of {all}',
  image: 'Add a profile image',
  profession: 'Say what you do',
  intro: 'Write an intro',
  bio: 'Write a bio',
  skill: 'Add a skill',
  goal: 'Set a goal',
  experience: 'Add your experience',
  education: 'Add your education',
  cover: 'Add a cover image',
});

type Step = Edit & { label: MessageDescriptor; done: boolean };

/** The steps to a complete profile; those that help other members most come first. */
function useSteps(user: OwnUser): Step[] {
  const { _id, image, cover_image, profession, intro_details } = user;
  const bio = useAppSelector((state) => selectBio(state, _id));
  const goals = useAppSelector((state) => selectGoals(state, _id));
  const skills = useAppSelector((state) => selectSkills(state, _id));
  const experiences = useAppSelector((state) => selectExperiences(state, _id));
  const educations = useAppSelector((state) => selectEducations(state, _id));
  return [
    { editor: 'image', label: texts.image, done: Boolean(image) },
    { editor: 'profile', focus: 'profession', label: texts.profession, done: Boolean(profession) },
    { editor: 'intro', label: texts.intro, done: Boolean(intro_details) },
    { editor: 'bio', label: texts.bio, done: bio !== '' },
    { editor: 'skills', label: texts.skill, done: skills.length > 0 },
    { editor: 'goals', label: texts.goal, done: goals.length > 0 },
    { editor: 'experiences', label: texts.experience, done: experiences.length > 0 },
    { editor: 'educations', label: texts.education, done: educations.length > 0 },
    { editor: 'cover', label: texts.cover, done: Boolean(cover_image) },
  ];
}

/**
 * The missing parts of the viewer's own profile, each with a button to add it; nothing when the profile is complete.
 */
export function Completeness({ user, onEdit }: { user: OwnUser; onEdit: OnEdit }) {
  const steps = useSteps(user);
  const missing = steps.filter(({ done }) => !done);
  if (missing.length === 0) return null;
  const done = steps.length - missing.length;
  return (
    <section aria-labelledby="completeness" className={styles.panel}>
      <div className={styles.head}>
        <h2 id="completeness" className={styles.title}>
          {t(texts.title)}
        </h2>
        <span className={styles.count}>{t(texts.count, { done, all: steps.length })}</span>
      </div>
      <progress aria-labelledby="completeness" value={done} max={steps.length} className={styles.bar} />
      <ul className={styles.steps}>
        {missing.map(({ label, done: _done, ...edit }) => (
          <li key={edit.editor}>
            <button type="button" className={styles.step} onClick={() => onEdit(edit)}>
              {t(label)}
              <Icon icon={ArrowRight} size={16} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
