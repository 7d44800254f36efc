import type { t as Translate } from '../../language/message.ts';

/** The texts of the login's pages and of Cognito's emails, in the language of `t`. The site does not load them. */
export function wordLogin(t: typeof Translate) {
  return {
    // Login, sign in
    signIn: t('Log in'),
    email: t('Email address'),
    password: t('Password'),
    forgotPassword: t('Forgot your password?'),
    newToParley: t('New to Parley?'),
    createFreeAccount: t('Create a free account'),
    wrongPassword: t('Wrong email address or password. Please try again.'),

    ...wordSecondStep(t),

    // Login, sign up
    createYourAccount: t('Create your account'),
    firstName: t('First name (optional)'),
    lastName: t('Last name (optional)'),
    createAccount: t('Create account'),
    terms: t('Terms'),
    privacyPolicy: t('Privacy Policy'),
    haveAccount: t('Already have an account?'),
    takenEmail: t('This email address already has an account. Log in instead.'),
    invalidEmail: t('Enter an email address, such as name@example.com.'),
    tooLong: (limit: number) => t('Use at most {limit} characters.', { limit }),

    // Login, password
    passwordRule: t('At least 8 characters, with a number, a lowercase and an uppercase letter.'),
    weakPassword: t(
      'Choose a stronger password. Use at least 8 characters, with a number, a lowercase and an uppercase letter.',
    ),
    enterAgain: t('Enter it again.'),
    showPassword: t('Show password'),
    resetPassword: t('Reset your password'),
    weSendCode: t('We’ll send you a code.'),
    sendCode: t('Send code'),
    backToSignIn: t('Back to login'),
    choosePassword: t('Choose a new password'),
    codeSent: (email: string) =>
      t('If {email} has an account, we’ve sent a code to that address.', { email }),
    code: t('Code'),
    newPassword: t('New password'),
    changePassword: t('Change password'),
    sendNewCode: t('Send a new code'),
    wrongCode: t('This code is wrong or has expired.'),
    passwordChanged: t('Your password has been changed. Log in with your new password.'),

    // Login, email: the code stands above
    mailShownHere: (email: string) =>
      t('Email to {email}, shown here because this computer can’t send it', { email }),
    mailBody: t('This is your Parley code. If you didn’t request it, you can ignore this email.'),

    ...wordProblems(t),
  };
}

function wordSecondStep(t: typeof Translate) {
  return {
    // Login, second step
    enterAppCode: t('Enter the code from your app'),
    openYourApp: t('Open your authenticator app. It shows a new code for Parley every 30 seconds.'),
    appCode: t('Six-digit code'),
    wrongAppCode: t('This code isn’t right. Enter the one that your app shows now.'),
    tooManyAppCodes: t('Too many wrong codes. Please try again in 15 minutes.'),
    signInTimedOut: t('That took too long. Please log in again.'),
    lostYourPhone: t('Lost your phone? The operator of this computer can help you.'),
  };
}

function wordProblems(t: typeof Translate) {
  return {
    // Login, problems
    errorTitle: (title: string) => t('Error: {title}', { title }),
    failed: t('That didn’t work'),
    backToParley: t('Back to Parley'),
    loginIsAt: (address: string) => t('The login is at {address}.', { address }),
    noPage: t('This page doesn’t exist.'),
    ourFault: t('Something went wrong on our side.'),
    foreign: t('This didn’t start at Parley. Go back and try again.'),
    refused: (why: string) => t('We can’t log you in: {why}.', { why }),
    onlyHere: t('This login and its accounts exist only on this computer.'),
  };
}
