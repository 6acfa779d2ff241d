import { defineMessages } from '@afterhours/contract/base/message';

/** Labels and links that several account forms share. */
export const accountTexts = defineMessages('account.form', {
  email: 'Email',
  password: 'Password',
  country: 'Country',
  code: 'Code',
  signIn: 'Sign in',
  createAccount: 'Create your account',
  forgot: 'Forgot your password?',
  backToLogin: 'Back To Login',
});
