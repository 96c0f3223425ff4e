/** What stands between a right password and a session. No shapes here: the browser takes it along with the login. */

/** An authenticator app, a passkey, a recovery code. */
export const ways = ['app', 'passkey', 'recovery'] as const
export type Way = (typeof ways)[number]

export type SecondStepWaiting = { ways: Way[]; expires_at: string }

/** Answered in place of the person who signs in, until the second step is done. */
export const isWaiting = (signed_in: object): signed_in is { second_step: SecondStepWaiting } =>
  'second_step' in signed_in
