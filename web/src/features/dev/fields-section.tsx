import { useState } from 'react';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { DateField } from '#ui/fields/date-field.tsx';
import { FormErrors } from '#ui/fields/form-errors.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { RadioStars } from '#ui/stars/radio-stars.tsx';
import { StarsAverage } from '#ui/stars/stars-average.tsx';
import { Section } from './section.tsx';
import styles from './ui-page.module.css';

const longText = 'Ink dries slower in the evening. '.repeat(7);

function Choices() {
  const [on, setOn] = useState(true);
  const [stars, setStars] = useState(3);
  return (
    <div className={styles.stack}>
      <Checkbox label="I am 18 or older and accept the terms." defaultChecked />
      <Checkbox label="Send me the weekly letter" hint="One mail on Sunday evening." />
      <Checkbox label="Accept the terms" error="Please accept the terms to join." required />
      <Checkbox label="Not available" disabled />
      <Switch label="Follow notifications" hint="When someone follows you." checked={on} onChange={() => setOn(!on)} />
      <Switch label="Off" checked={false} onChange={() => setOn(false)} />
      <Switch label="Disabled" checked disabled readOnly />
      <div className={styles.row}>
        <RadioStars legend="Rate this post" value={stars} onChange={setStars} />
        <RadioStars legend="Rate nothing" value={0} onChange={() => setStars(1)} />
      </div>
      <div className={styles.row}>
        <StarsAverage value={4.4} count={1290} />
        <StarsAverage value={5} count={1} />
        <StarsAverage value={0} count={0} />
      </div>
    </div>
  );
}

export function FieldsSection() {
  const [errors, setErrors] = useState(true);
  return (
    <Section title="Fields">
      <div className={styles.grid}>
        <div className={styles.stack}>
          <TextField label="First name" placeholder="Ada" required />
          <TextField label="Email" type="email" hint="We never show it." defaultValue="ada@lovelace.org" />
          <TextField
            id="taken"
            label="Username"
            defaultValue="ada"
            error="This username is taken."
            hint="3 to 30 letters."
          />
          <TextField label="Disabled" defaultValue="Cannot be changed" disabled />
          <TextField label="Read only" defaultValue="Only to be read" readOnly />
          <TextField label="الاسم" dir="rtl" lang="ar" defaultValue="ليلى" />
        </div>
        <div className={styles.stack}>
          <PasswordField label="Password" autoComplete="new-password" hint="8 characters or more." required />
          <DateField label="Date of birth" required />
          <Select label="Country" defaultValue="pt">
            <option value="pt">Portugal</option>
            <option value="gb">United Kingdom of Great Britain and Northern Ireland</option>
          </Select>
          <Select label="Country" error="Please choose a country." defaultValue="">
            <option value="">Choose…</option>
          </Select>
          <TextArea label="About" placeholder="What do you make after hours?" minRows={3} />
          <TextArea label="Comment" value={longText} readOnly limit={240} maxRows={4} />
        </div>
        <Choices />
      </div>
      {errors ? (
        <FormErrors
          message="Two fields need another look."
          fields={[{ field: 'taken', message: 'This username is taken.' }]}
        />
      ) : (
        <button type="button" onClick={() => setErrors(true)}>
          Show form errors
        </button>
      )}
    </Section>
  );
}
