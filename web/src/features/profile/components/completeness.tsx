import type { OwnUser } from '@afterhours/contract/account';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useAppSelector } from '#lib/store.ts';
import { Icon } from '#ui/text/icon.tsx';
import type { Edit, OnEdit } from '../editing/editing.ts';
import { selectGoals } from '../goal-slice.ts';
import { selectBio, selectEducations, selectExperiences, selectSkills } from '../profile-slice.ts';
import styles from './completeness.module.css';

type Step = Edit & { label: string; done: boolean };

/** What makes a profile whole, in the order in which it helps others most. */
function useSteps(user: OwnUser): Step[] {
  const { _id, image, cover_image, profession, intro_details } = user;
  const bio = useAppSelector((state) => selectBio(state, _id));
  const goals = useAppSelector((state) => selectGoals(state, _id));
  const skills = useAppSelector((state) => selectSkills(state, _id));
  const experiences = useAppSelector((state) => selectExperiences(state, _id));
  const educations = useAppSelector((state) => selectEducations(state, _id));
  return [
    { editor: 'image', label: 'Add a profile image', done: Boolean(image) },
    { editor: 'general', label: 'Say what you do', done: Boolean(profession) },
    { editor: 'intro', label: 'Write an intro', done: Boolean(intro_details) },
    { editor: 'bio', label: 'Write a bio', done: bio !== '' },
    { editor: 'skills', label: 'Name a skill', done: skills.length > 0 },
    { editor: 'goals', label: 'Set a goal', done: goals.length > 0 },
    { editor: 'experiences', label: 'Add your experience', done: experiences.length > 0 },
    { editor: 'educations', label: 'Add your education', done: educations.length > 0 },
    { editor: 'cover', label: 'Add a cover image', done: Boolean(cover_image) },
  ];
}

/** What the own profile still lacks, each leading to where it is added; gone when nothing is missing. */
export function Completeness({ user, onEdit }: { user: OwnUser; onEdit: OnEdit }) {
  const steps = useSteps(user);
  const missing = steps.filter(({ done }) => !done);
  if (missing.length === 0) return null;
  const done = steps.length - missing.length;
  return (
    <section aria-labelledby="completeness" className={styles.panel}>
      <div className={styles.head}>
        <h2 id="completeness" className={styles.title}>
          Complete your profile
        </h2>
        <span className={styles.count}>
          {done} of {steps.length}
        </span>
      </div>
      <progress aria-labelledby="completeness" value={done} max={steps.length} className={styles.bar} />
      <ul className={styles.steps}>
        {missing.map(({ label, editor }) => (
          <li key={editor}>
            <button type="button" className={styles.step} onClick={() => onEdit({ editor })}>
              {label}
              <Icon icon={ArrowRight} size={16} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
