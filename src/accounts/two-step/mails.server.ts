import type { Deps } from '#platform/deps.ts'
import type { EventPayloads } from '#platform/jobs/outbox.server.ts'

/** Mails the user about a change of their two-step sign-in. Does nothing when the account is gone. */
export const mailTwoStepChange = async (
  { db, mail, config }: Pick<Deps, 'db' | 'mail' | 'config'>,
  { user_id, change }: EventPayloads['user.two_step_changed'],
): Promise<void> => {
  const user = await db.selectFrom('users').where('id', '=', user_id).select('email').executeTakeFirst()
  if (!user) return
  const { twoStepMail } = await import('./parts/two-step-mails.tsx')
  const address = `${config.public_url}/account/two-step`
  await mail.send({ to: user.email, content: twoStepMail({ change, address }) })
}
