import { defineMessages } from '@afterhours/contract/base/message';
import {
  automationMessages,
  type Filter,
  type FilterEffect,
  type FilterKind,
  type FilterPlace,
  filterBody,
  filterEffects,
  filterKinds,
  filterPlaces,
  MAX_FILTER_NOTE,
} from '@afterhours/contract/moderation/automation';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { FormMessage } from '#features/account/components/form-message.tsx';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { useForm } from '#lib/forms/use-form.ts';
import { useFormDraft, useFormStart } from '#lib/forms/use-form-draft.ts';
import { showSuccess } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { words } from '#ui/text/words.ts';
import styles from '../staff/staff.module.css';
import { addFilter, changeFilter } from './filter-commands.ts';
import { NEW, startOf, type Values, versionOf } from './filter-drafts.ts';
import { effectNames, filterKindNames, placeNames } from './filter-texts.ts';
import { Summary } from './summary.tsx';

const texts = defineMessages('moderation.filterForm', {
  kind: 'Looks for',
  entries: 'One per line',
  wordsHint: 'Whole words or phrases of letters and digits. Case and character width don’t matter; accents do.',
  domainsHint: 'A domain such as shop.example, or a part of it such as blog.shop.example; with all hosts below.',
  effect: 'What happens',
  places: 'Where',
  profilesHint: 'Profiles are never held. They stay visible, and moderators get a case.',
  note: 'Rule',
  noteHint: 'Shown to members whose post is held.',
  save: 'Save',
  gone: 'Save again to add it as a new filter.',
});

const toPlaces = (value: string) => value.split(',').filter(Boolean) as FilterPlace[];

const toBody = ({ kind, effect, places, note, entries }: Values) => ({
  kind: kind as FilterKind,
  effect: effect as FilterEffect,
  places: toPlaces(places),
  note,
  entries: entries.split('\n').flatMap((entry) => entry.trim() || []),
});

/**
 * `onSaved` reloads the filters, so that `filter` is the present one; somebody else may have changed it. If it was
 * deleted, the form stays with what is written in it. `onDirty` learns whether closing the form would lose changes.
 */
type FilterFormProps = {
  filter: Filter | null;
  /** The name under which what is written is kept. */
  draft: string;
  /** Whether the form takes the focus, because the button that opened it is gone. Otherwise it scrolls into view. */
  focused: boolean;
  onSaved: () => Promise<void>;
  onClose: () => void;
  onCancel: () => Promise<void>;
  onDirty: (dirty: boolean) => void;
};

function useFilterForm({ filter, draft: name, focused, onSaved, onClose, onDirty }: FilterFormProps) {
  const { confirmed, dialog } = useConfirmation();
  const [draft] = useState(() => ({ name, ...startOf(filter) }));
  const start = useFormStart(draft);
  const [deleted, setDeleted] = useState(false);
  const form = useForm({
    initial: start.values,
    schema: filterBody,
    toInput: toBody,
    submit: async (body) => {
      const response = await confirmed(() => (filter && !deleted ? changeFilter(filter, body) : addFilter(body)));
      if (!response.ok) {
        const isGone = filter !== null && response.status === 404;
        setDeleted(deleted || isGone);
        if (isGone || response.status === 409) await onSaved();
        return response;
      }
      showSuccess(response.message);
      keepRest({ version: versionOf(response.body), values: form.values });
      await onSaved();
      onClose();
      return undefined;
    },
  });
  const { dirty, keepRest } = useFormDraft(draft, form.values);
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);
  const { form: element } = form;
  const takesFocus = useRef(focused);
  useEffect(() => {
    if (takesFocus.current) element.current?.querySelector('select')?.focus();
    // It opens by itself with what was written earlier, perhaps below many other filters.
    else element.current?.scrollIntoView?.({ block: 'nearest' });
  }, [element]);
  return { ...form, changedMeanwhile: dirty && start.changedByBoth !== null, dialog };
}

type PlacesProps = { value: string; error: string | undefined; onChange: (value: string) => void };

function Places({ value, error, onChange }: PlacesProps) {
  const chosen = toPlaces(value);
  const [first] = filterPlaces;
  return (
    <fieldset className={styles.places}>
      <legend>{t(texts.places)}</legend>
      {filterPlaces.map((place) => (
        <Checkbox
          key={place}
          name="places"
          label={t(placeNames[place])}
          hint={place === 'profiles' ? t(texts.profilesHint) : undefined}
          {...(place === first && error ? { error } : {})}
          checked={chosen.includes(place)}
          onChange={({ target }) =>
            onChange(filterPlaces.filter((one) => (one === place ? target.checked : chosen.includes(one))).join(','))
          }
        />
      ))}
    </fieldset>
  );
}

type FailedProps = ComponentProps<typeof FormMessage> &
  Pick<FilterFormProps, 'filter'> & {
    /** Whether somebody else has changed the filter since the changes in the form were made. */
    changedMeanwhile: boolean;
  };

/** Why the form was not saved. If somebody else has changed the filter, shows what it is now. */
function Failed({ filter, changedMeanwhile, ...failed }: FailedProps) {
  const isChanged = changedMeanwhile && !failed.failure;
  const gone = failed.failure?.status === 404 ? `${failed.message} ${t(texts.gone)}` : failed.message;
  return (
    <>
      <FormMessage {...failed} message={gone} />
      {isChanged && <Banner tone="lamp">{t(automationMessages.changedMeanwhile)}</Banner>}
      {(isChanged || failed.failure?.status === 409) && filter && <Summary filter={filter} />}
    </>
  );
}

/** The form of a filter, new or existing. */
export function FilterForm(props: FilterFormProps) {
  const { form, changedMeanwhile, field, values, errors, setValue, message, failure, wait, pending, onSubmit, dialog } =
    useFilterForm(props);
  const [id] = useState(() => props.filter?._id ?? NEW);
  return (
    <>
      <form
        ref={form}
        id={`filter-${id}`}
        noValidate
        className={styles.form}
        onSubmit={(event) => void onSubmit(event)}
      >
        <Failed {...{ message, failure, wait, changedMeanwhile, filter: props.filter }} />
        <Select {...field('kind')} label={t(texts.kind)}>
          {filterKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(filterKindNames[kind])}
            </option>
          ))}
        </Select>
        <TextArea
          {...field('entries')}
          label={t(texts.entries)}
          hint={t(values.kind === 'domains' ? texts.domainsHint : texts.wordsHint)}
          spellCheck={false}
          minRows={4}
        />
        <Select {...field('effect')} label={t(texts.effect)}>
          {filterEffects.map((effect) => (
            <option key={effect} value={effect}>
              {t(effectNames[effect])}
            </option>
          ))}
        </Select>
        <Places value={values.places} error={errors.places} onChange={(places) => setValue('places', places)} />
        <TextField {...field('note')} label={t(texts.note)} hint={t(texts.noteHint)} maxLength={MAX_FILTER_NOTE} />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" loading={pending} aria-disabled={wait > 0 || undefined}>
            {t(texts.save)}
          </Button>
          <Button variant="quiet" onClick={() => void props.onCancel()}>
            {t(words.cancel)}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  );
}
