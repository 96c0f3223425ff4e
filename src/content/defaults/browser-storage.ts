/** Cookies and storage keys, as the privacy policy lists them. Add new ones here: `browser-storage.test.ts` checks it. */

export type BrowserStorageEntry = { name: string; what: string; until: string }

export const cookies: readonly BrowserStorageEntry[] = [
  { name: 'session', what: 'Keeps you logged in', until: '12 hours without a visit, or 30 days with “Remember me”' },
  { name: 'cart_hash', what: 'Finds your cart before you log in', until: '90 days' },
  { name: 'theme', what: 'Light or dark, as you chose', until: '1 year' },
  { name: 'invite_token', what: 'Takes you to the team that invited you', until: '10 minutes' },
  {
    name: 'device_id',
    what: 'Keeps experiments the same for you; random, and used for nothing else. Only with your consent where the law asks for it',
    until: '1 year',
  },
  {
    name: 'registration_referral',
    what: 'Which partner’s link you followed to us, reported when you register. Only with your consent where the law asks for it',
    until: '30 days',
  },
  {
    name: 'storage_consent',
    what: 'Whether you allowed the two above, with the version of the question and the day',
    until: '1 year',
  },
  {
    name: 'registration',
    what: 'Finds your sign-up when you enter the mailed code',
    until: '30 minutes',
  },
  {
    name: 'second_step',
    what: 'That your password was right, until the second step of your login',
    until: '10 minutes',
  },
  {
    name: 'known_device',
    what: 'That you logged in with this browser before, so that other people’s wrong passwords do not lock you out',
    until: '180 days',
  },
  {
    name: 'link-…',
    what: 'The secret of a link in a mail, which leaves the address of the page that it opens',
    until: '1 hour',
  },
  { name: 'passkey_challenge', what: 'What your passkey is asked to sign', until: '5 minutes' },
  {
    name: 'google_nonce-…',
    what: 'That Google’s answer belongs to the sign-in that you began in this browser',
    until: '1 day',
  },
]

export const storage: readonly BrowserStorageEntry[] = [
  { name: 'theme', what: 'The same, for the first moment of a page', until: 'you clear it' },
  { name: 'cart_hash', what: 'The same, so that your cart comes along when you log in', until: 'you log out' },
  {
    name: 'last_license',
    what: 'The license you chose last, so that the next clip begins with it',
    until: 'you clear it',
  },
  {
    name: 'clip_listing',
    what: 'The results from which you opened a clip, for its links to the next and the previous one',
    until: 'you close the tab',
  },
  {
    name: 'pending_comp',
    what: 'The comp you asked for while you were asked to log in',
    until: 'you are logged in',
  },
  {
    name: 'pending_clip',
    what: 'The clip you wanted on a board while you were asked to log in',
    until: 'you are logged in',
  },
  { name: 'view', what: 'How clips are shown to you: size, names and filters', until: 'you clear it' },
  { name: 'recent_searches', what: 'What you searched for last, shown to you alone', until: 'you clear it' },
  { name: 'measuring', what: 'Whether you allowed visits to be measured, where we ask', until: 'you clear it' },
  { name: 'previews_known', what: 'That you have seen the hint about previews', until: 'you clear it' },
  { name: 'invite_token', what: 'The same, while you log in', until: 'you close the tab' },
  {
    name: 'pending-registration',
    what: 'The email that your code was sent to, while you sign up',
    until: 'you close the tab',
  },
  { name: 'onboarding_later', what: 'That you put off the questions about your profile', until: 'you close the tab' },
  {
    name: 'react-router-scroll-positions',
    what: 'How far you had scrolled on pages that you go back to',
    until: 'you close the tab',
  },
  { name: 'reloaded-at', what: 'That a broken page was loaded again', until: 'you close the tab' },
]
