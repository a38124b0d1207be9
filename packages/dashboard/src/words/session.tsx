/** The words of signing in and out, of invitations, and of entering the password again. */
import type { ReactNode } from "react"

import { inline } from "./inline.ts"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("session", {
  email: "Email",
  password: "Password",
  passwordSubject: "The password",
  newPasswordHint: (min: number) =>
    `At least ${min} characters, and not a common password. A phrase of several words is best.`,
  code: "Code",
  codeHint: "Of your authenticator app, or a recovery code.",
  signIn: "Sign in",
  signOut: "Sign out",
  signOutAgain: "Try signing out again",
  wrongCredentials: "Incorrect email or password. Check both and try again.",
  ended: "Your session has ended. Sign in to continue where you left off.",
  opened: "Your account is ready. Sign in to continue.",
  noAccount: (link: (text: string) => ReactNode) => <>No account yet? {link("Create one")}</>,
  about: {
    title: "Will it arrive?",
    text: "rcpt (say “receipt”) checks email addresses before you write to them: one at a time, whole lists, or from your own program. It never sends an email to find out.",
    promises: [
      {
        title: "It says why.",
        text: "Each verdict comes with what DNS, blocklists and the mail server said."
      },
      {
        title: "It never guesses.",
        text: "If rcpt finds no answer, the verdict is “unknown”, and the check is free."
      },
      {
        title: "It keeps receipts.",
        text: "Each credit has an entry in a ledger that you can check yourself."
      }
    ]
  },
  trial: {
    title: "Try it without an account",
    lead: (domain: ReactNode) => (
      <>Addresses at {domain} return the result in their name, free of charge.</>
    ),
    subject: "The address",
    field: "Any address",
    hint: "A fast check: its mail server is not contacted.",
    action: "Check",
    score: (score: number) => `Score ${score} of 100`
  },
  forgotLink: "Forgot your password?",
  notConfirmed: "Your email is not confirmed yet. Open the link that we mailed to it.",
  mailed: {
    title: "Check your mail",
    again: "Mail another link",
    later:
      "Nothing arrived after a minute? Look into the spam folder; then you can ask for another link here.",
    sent: "Another link is on its way. Use the newest one.",
    ended: "The link was used or replaced, or is too old. Ask for a new one.",
    toSignIn: (link: (text: string) => ReactNode) => <>Back to {link("sign-in")}</>
  },
  forgot: {
    title: "Forgot your password?",
    lead: "Enter the email that you sign in with. We mail you a link to set a new password.",
    action: "Mail a link",
    sent: (email: ReactNode) => (
      <>If somebody signs in with {email}, a link is on its way. It works once, for an hour.</>
    ),
    off: "This service sends no mail. Ask its operator to set a new password for you."
  },
  reset: {
    title: "Set a new password",
    lead: "All of your sessions end. Two-factor sign-in stays on, and API keys keep working.",
    password: "New password",
    passwordSubject: "The new password",
    action: "Set password",
    done: "Your password is changed. Sign in with it.",
    again: (link: (text: string) => ReactNode) => <>{link("Ask for another link")}</>
  },
  takeBack: {
    title: "Take your email back",
    lead: "You sign in with your earlier email and a new password. All sessions end, and API keys and a second factor from after the change. Did you change the email yourself? Then close this page: nothing happens.",
    action: "Take back and set password",
    done: "Your email is what it was. Sign in with it and the new password, then look through keys and people."
  },
  confirm: {
    title: "Confirm your email",
    lead: "Enter the password that you chose, and your account is open. Did you not sign up? Then close this page: nothing happens.",
    action: "Confirm and sign in",
    wrong: "This is not the password that was chosen at sign-up. Try again, or sign up once more.",
    again: (link: (text: string) => ReactNode) => <>{link("Sign up again")}</>
  },
  newEmail: {
    title: "Confirm your new email",
    lead: "From then on you sign in with this email. rcpt mails the old one a link that takes this back.",
    action: "Confirm email",
    done: "Your email is changed. Use it at the next sign-in."
  },
  firstVisit: {
    summary: "First visit, or forgot your password?",
    summaryWithMail: "First visit?",
    printed: (line: ReactNode) =>
      inline`On its first start, the service printed the email and a one-time password of the first account, below the line ${line}. The password is stored nowhere else. Change it in Settings after you sign in.`,
    reset:
      "The service sends no email, so its operator sets a new password on its machine. The command prints the password once and ends all sessions of the account:",
    inFolder: "In the folder of the service",
    withCompose: "With Docker Compose"
  },
  signUp: {
    title: "Create an account",
    action: "Create account",
    mailed: (email: ReactNode) => (
      <>We mailed a link to {email}. It opens your account, and works once, for 24 hours.</>
    ),
    startsWith: (credits: string) => `New accounts start with ${credits}.`,
    closed: "Sign-up is closed. Ask the operator of this service for an account.",
    hasAccount: (link: (text: string) => ReactNode) => (
      <>Already have an account? {link("Sign in")}</>
    )
  },
  join: {
    title: "Join an account",
    lead: "You are invited to work in an account.",
    role: "Role",
    choosePassword: "Choose a password",
    action: "Join and sign in",
    joined: (link: (text: string) => ReactNode) => <>Already joined? {link("Sign in")}</>
  },
  provider: {
    signIn: (name: string) => `Sign in with ${name}`,
    away: (name: string) =>
      `${name} does not answer now. Try again in a minute; owners of the service can use their password.`,
    withPassword: "Owner of the service? Sign in with a password",
    connect: (name: string) => `Connect with ${name}`,
    connectLead: (email: ReactNode) =>
      inline`You have signed in here with ${email} before. Enter your password once; from then on you sign in with your company, and your sessions here end.`,
    connectAction: "Connect",
    confirmed: "Thank you",
    confirmedLead: "Close this tab, and press Continue in the other one.",
    notConfirmed: "This did not work",
    /** By the word in the address of the page. */
    refused: {
      away: "Your company's sign-in does not answer now. Try again in a minute.",
      denied: "The sign-in was cancelled. Try again.",
      expired: "This took too long, or began in another browser. Try again.",
      invalid:
        "The answer of your company's sign-in is not valid. Try again, and tell the operator of this service if it stays so.",
      later: "Too many tries. Wait a minute, then try again.",
      no_email:
        "Your company does not say that your email address is verified. Ask those who manage its accounts.",
      domain:
        "Email addresses of your domain may not sign in here. Ask the operator of this service.",
      no_role: "Your account at your company has no role in rcpt. Ask those who manage its groups.",
      no_account:
        "Your account at your company belongs to no open account of this service. Ask its operator.",
      other_account:
        "Your email address signs in to another account of this service. Ask its operator.",
      last_manager:
        "You are the last manager of your account, and your company gives you another role. Make another person a manager first.",
      full: "The account has as many people as it may have. Ask a manager to remove somebody.",
      other_person: "You have signed in as another person. Sign in as yourself.",
      not_fresh:
        "Your company does not say that you have just signed in. Ask the operator of this service."
    }
  },
  again: {
    title: "Enter your password again",
    titleAtProvider: "Show that it is you",
    atProvider: (name: string) =>
      `You signed in more than 15 minutes ago. Sign in with ${name} once more, in another tab; then continue here.`,
    why: "You entered it more than 15 minutes ago. This protects your account when somebody else uses your browser.",
    action: "Continue"
  }
})
