import { defineMessages } from '@afterhours/contract/base/message';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { AccountFrame } from '#features/account/components/account-frame.tsx';
import { useRequestedPage } from '#features/account/use-requested-page.ts';
import { loadHashtags } from '#features/hashtags/hashtag-commands.ts';
import { selectHashtagState } from '#features/hashtags/hashtag-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { IntroStep } from '../components/intro-step.tsx';
import { PeopleStep } from '../components/people-step.tsx';
import { PictureStep } from '../components/picture-step.tsx';
import { TagsStep } from '../components/tags-step.tsx';
import { type Step, stepAfter, steps, toStep } from '../newcomer-steps.ts';

const titles = defineMessages('newcomers.title', {
  picture: 'Welcome, {name}. Add a picture',
  intro: 'Say what you do',
  tags: 'Pick three hashtags',
  people: 'Follow a few people',
});
const leads = defineMessages('newcomers.lead', {
  picture: 'Step {step} of {count}. People reply sooner to a face than to an initial.',
  intro: 'Step {step} of {count}. Others read it before they follow you.',
  tags: 'Step {step} of {count}. Your feed starts with what you pick.',
  people: 'Step {step} of {count}. What they post shows up in My Network.',
});
const texts = defineMessages('newcomers.page', { later: 'Do this later', back: 'Back to where you came from' });

/** The step in the URL, and the next one; after the last, the feed with the chosen hashtags. */
function useSteps() {
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const from = useRequestedPage();
  const [tags, setTags] = useState<string[]>([]);
  const step = toStep(search.get('step'));
  const onNext = () => {
    const next = stepAfter(step);
    const filter = tags.length > 0 ? `?hashtag=${encodeURIComponent(tags.join(','))}` : '';
    if (next) {
      setSearch({ step: next }, { state: { from } });
      // Lets screen readers read the heading when one step replaces another.
      document.getElementById('main')?.focus({ preventScroll: true });
    } else void navigate(`/home${filter}`, { replace: true, state: { welcome: true } });
  };
  return { step, tags, setTags, onNext, from };
}

/** A new member's first evening in four steps, each of which can be skipped. */
export function FirstEveningPage() {
  const name = useAppSelector(selectOwnUser)?.firstName ?? '';
  const dispatch = useAppDispatch();
  const { step, tags, setTags, onNext, from } = useSteps();
  const { status } = useAppSelector(selectHashtagState);
  // They are loaded before the step that offers them, so that its card is only as high as it has to be.
  useEffect(() => {
    if (status === 'idle') void dispatch(loadHashtags());
  }, [dispatch, status]);
  const parts: Record<Step, ReactNode> = {
    picture: <PictureStep onNext={onNext} />,
    intro: <IntroStep onNext={onNext} />,
    tags: <TagsStep tags={tags} onTags={setTags} onNext={onNext} />,
    people: <PeopleStep onNext={onNext} />,
  };
  return (
    <AccountFrame
      title={step === 'picture' ? t(titles.picture, { name }) : t(titles[step])}
      lead={t(leads[step], { step: steps.indexOf(step) + 1, count: steps.length })}
      foot={
        (from !== undefined || stepAfter(step)) && (
          <TextLink to={from ?? '/home'}>{t(from === undefined ? texts.later : texts.back)}</TextLink>
        )
      }
    >
      {parts[step]}
    </AccountFrame>
  );
}
