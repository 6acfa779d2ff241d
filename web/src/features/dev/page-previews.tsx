import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { AuthLayout } from '#ui/layout/auth-layout.tsx';
import { TextPage } from '#ui/layout/text-page.tsx';

/** The layout of the pages before signing in. */
export function AuthPreview() {
  return (
    <AuthLayout
      title="Good evening"
      lead="Sign in, and the lamp goes on."
      after={
        <>
          New here? <TextLink to="/register">Join Afterhours</TextLink>
        </>
      }
    >
      <Banner tone="danger">Invalid email or password.</Banner>
      <TextField label="Email" type="email" autoComplete="email" required />
      <PasswordField label="Password" autoComplete="current-password" required />
      <Button variant="primary" wide>
        Sign in
      </Button>
      <Button wide>Continue with Google</Button>
    </AuthLayout>
  );
}

/** The layout of text pages. */
export function TextPreview() {
  return (
    <TextPage
      title="Terms & Conditions"
      meta="Effective 5/1/2025"
      actions={
        <ButtonLink to="/home" variant="primary">
          Back To Home
        </ButtonLink>
      }
    >
      <p>
        You own what you write and upload. You grant us a non-exclusive licence to display it inside Afterhours, and you
        may take it down whenever you like.
      </p>
      <h2>What is not welcome</h2>
      <ul>
        <li>Harmful content, spam, and what infringes the rights of others.</li>
        <li>Bots, harassment, and pretending to be someone else.</li>
      </ul>
    </TextPage>
  );
}
