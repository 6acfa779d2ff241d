import { updateProfileBody } from '@afterhours/contract/profile/profile-update';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { saveProfile } from '../profile-commands.ts';

/** The fields that are saved by themselves when no other was changed: the others need not be filled in first. */
const independent = new Set(['profession', 'intro_details', 'username']);

/**
 * What is checked and sent. A country that is not in the list, from an older version, stays until it is changed.
 */
function toInput<Values extends Record<string, string>>(values: Values, initial: Values): Partial<Values> {
  const changed = Object.keys(values).filter((name) => values[name] !== initial[name]);
  const alone = changed.length > 0 && changed.every((name) => independent.has(name));
  const left = (name: string): boolean =>
    alone ? changed.includes(name) : name !== 'country' || !initial[name] || changed.includes(name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => left(name))) as Partial<Values>;
}

/** A form for fields of the own account; it closes its dialog once they are saved. */
export function useRecordForm<Values extends Record<string, string>>(initial: Values, onClose: () => void) {
  const dispatch = useAppDispatch();
  return useForm({
    initial,
    schema: updateProfileBody,
    toInput: (values) => toInput(values, initial),
    submit: async (body) => {
      const failed = await dispatch(saveProfile(body));
      if (!failed) onClose();
      return failed;
    },
  });
}
