/** A login between the right password and the session. It has no zod schemas, because the login page loads it. */

/** An authenticator app, a passkey, a recovery code. */
export const secondStepMethods = ['app', 'passkey', 'recovery'] as const
export type SecondStepMethod = (typeof secondStepMethods)[number]

export type PendingSecondStep = { ways: SecondStepMethod[]; expires_at: string }

/** Whether a sign-in is waiting for its second step. */
export const isSecondStepPending = (result: object): result is { second_step: PendingSecondStep } =>
  'second_step' in result
